/* A library as the operating system loads it: load_posix.c, load_windows.c. */
#ifndef MODELET_TESTS_LOAD_H
#define MODELET_TESTS_LOAD_H

/* Null when it cannot be loaded, after a message on stderr. The path is UTF-8. */
void *load_library(const char *path);
/* The address of an exported function, or null. */
void *find_function(void *library, const char *name);

#endif
