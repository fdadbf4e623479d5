#include <dlfcn.h>
#include <stdio.h>

#include "load.h"

void *load_library(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) fprintf(stderr, "%s\n", dlerror());
  return library;
}

void *find_function(void *library, const char *name) {
  return dlsym(library, name);
}
