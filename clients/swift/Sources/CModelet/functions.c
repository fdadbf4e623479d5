#include "functions.h"

#include <dlfcn.h>
#include <stddef.h>

const char *modelet_functions_find(void *library, modelet_functions *out) {
  const struct {
    const char *name;
    void **place;
  } wanted[] = {
      {"modelet_manifest", (void **)&out->manifest}, {"modelet_open", (void **)&out->open},
      {"modelet_start", (void **)&out->start},       {"modelet_next", (void **)&out->next},
      {"modelet_cancel", (void **)&out->cancel},     {"modelet_finish", (void **)&out->finish},
      {"modelet_release", (void **)&out->release},   {"modelet_host_table", (void **)&out->host_table},
  };
  for (size_t index = 0; index < sizeof wanted / sizeof *wanted; ++index) {
    *wanted[index].place = dlsym(library, wanted[index].name);
    if (*wanted[index].place == NULL) return wanted[index].name;
  }
  return NULL;
}
