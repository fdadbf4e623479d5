/* The functions of one modelet as a table: found in a dynamic library, or named by a program that links an archive. */
#ifndef CMODELET_FUNCTIONS_H
#define CMODELET_FUNCTIONS_H

#include "modelet.h"

/* Lives as long as the library, which is as long as the process. */
typedef struct modelet_functions {
  const char *(*manifest)(void);
  modelet_status (*open)(const char *, const modelet_host *, modelet_instance **, modelet_message *);
  modelet_status (*start)(modelet_instance *, const modelet_message *, modelet_call **, modelet_message *);
  modelet_status (*next)(modelet_call *, modelet_message *);
  void (*cancel)(modelet_call *);
  void (*finish)(modelet_call *);
  void (*release)(modelet_message *);
  const modelet_host *(*host_table)(void);
} modelet_functions;

/* Fills the table from a library that `dlopen` returned. Null, or the name of a function that it lacks. */
const char *modelet_functions_find(void *library, modelet_functions *out);

/* Declares the functions of `libmodelet_NAME.a`, and `modelet_NAME_functions()`, their table. */
#define MODELET_DECLARE(name)                                                                                                              \
  const char *modelet_##name##_manifest(void);                                                                                             \
  modelet_status modelet_##name##_open(const char *, const modelet_host *, modelet_instance **, modelet_message *);                        \
  modelet_status modelet_##name##_start(modelet_instance *, const modelet_message *, modelet_call **, modelet_message *);                  \
  modelet_status modelet_##name##_next(modelet_call *, modelet_message *);                                                                 \
  void modelet_##name##_cancel(modelet_call *);                                                                                            \
  void modelet_##name##_finish(modelet_call *);                                                                                            \
  void modelet_##name##_release(modelet_message *);                                                                                        \
  const modelet_host *modelet_##name##_host_table(void);                                                                                   \
  static inline modelet_functions modelet_##name##_functions(void) {                                                                       \
    return (modelet_functions){modelet_##name##_manifest, modelet_##name##_open,   modelet_##name##_start,   modelet_##name##_next,        \
                               modelet_##name##_cancel,   modelet_##name##_finish, modelet_##name##_release, modelet_##name##_host_table}; \
  }

#endif
