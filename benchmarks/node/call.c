/* Seconds of one call of the function `echo`, the median over many: the same call that call.mjs makes. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "modelet/modelet.h"

enum { CALLS = 5000 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int ascending(const void *left, const void *right) {
  const double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

int main(int count, char **arguments) {
  void *library = count > 1 ? dlopen(arguments[1], RTLD_NOW) : NULL;
  if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
  modelet_status (*open)(const char *, const modelet_host *, modelet_instance **, modelet_message *) = dlsym(library, "modelet_open");
  modelet_status (*start)(modelet_instance *, const modelet_message *, modelet_call **, modelet_message *) =
      dlsym(library, "modelet_start");
  modelet_status (*next)(modelet_call *, modelet_message *) = dlsym(library, "modelet_next");
  void (*finish)(modelet_call *) = dlsym(library, "modelet_finish");
  void (*release)(modelet_message *) = dlsym(library, "modelet_release");
  modelet_message error = {.size = sizeof error};
  modelet_instance *instance;
  if (open("{}", NULL, &instance, &error) != MODELET_OK) return 1;
  const char *text = "{\"call\":{\"value\":1},\"function\":\"echo\"}";
  static double seconds[CALLS];
  for (int i = 0; i < CALLS; ++i) {
    const double started = now();
    modelet_message request = {.size = sizeof request, .json = (uint64_t)(uintptr_t)text, .json_bytes = strlen(text)};
    modelet_message answer = {.size = sizeof answer};
    modelet_call *call;
    if (start(instance, &request, &call, &error) != MODELET_OK || next(call, &answer) != MODELET_MESSAGE) return 1;
    release(&answer);
    finish(call);
    seconds[i] = now() - started;
  }
  qsort(seconds, CALLS, sizeof *seconds, ascending);
  return printf("%.9f\n", seconds[CALLS / 2]) < 0;
}
