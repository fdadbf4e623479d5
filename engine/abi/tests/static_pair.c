/* Two modelets linked into one program with one engine, called through their own prefixes, on one pool. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define MODELET_STATIC
#define MODELET_SYMBOL(name) modelet_first_##name
#include "modelet/modelet.h"

extern const char *modelet_second_manifest(void);
extern modelet_status modelet_second_open(const char *, const modelet_host *, modelet_instance **, modelet_message *);
extern modelet_status modelet_second_start(modelet_instance *, const modelet_message *, modelet_call **, modelet_message *);
extern modelet_status modelet_second_next(modelet_call *, modelet_message *);
extern void modelet_second_finish(modelet_call *);
extern void modelet_second_close(modelet_instance *);
extern void modelet_second_release(modelet_message *);
extern const modelet_host *modelet_second_host_table(void);

static int check(int condition, const char *what) {
  if (!condition) fprintf(stderr, "failed: %s\n", what);
  return condition ? 0 : 1;
}

int main(void) {
  static const char text[] = "{\"call\": {\"a\": 1}}";
  modelet_instance *first = NULL, *second = NULL;
  modelet_call *call = NULL;
  modelet_message request, out;
  int failures = 0;
  memset(&request, 0, sizeof request);
  memset(&out, 0, sizeof out);
  request.size = out.size = sizeof(modelet_message);
  request.json = (uint64_t)(uintptr_t)text;
  request.json_bytes = sizeof text - 1;
  failures += check(strstr(modelet_first_manifest(), "@local/first") != NULL, "the first manifest");
  failures += check(strstr(modelet_second_manifest(), "@local/second") != NULL, "the second manifest");
  failures += check(modelet_first_host_table() == modelet_second_host_table(), "one engine has one host table");
  failures += check(modelet_first_open("{}", NULL, &first, &out) == MODELET_OK, "open first");
  failures += check(modelet_second_open("{}", modelet_first_host_table(), &second, &out) == MODELET_OK, "open second");
  failures += check(modelet_second_start(second, &request, &call, &out) == MODELET_OK, "start");
  failures += check(modelet_second_next(call, &out) == MODELET_MESSAGE, "next");
  failures += check(strcmp((const char *)(uintptr_t)out.json, "{\"value\":{\"a\":1}}") == 0, "the value");
  modelet_second_release(&out);
  modelet_second_finish(call);
  modelet_second_close(second);
  modelet_first_close(first);
  if (failures == 0) puts("ok");
  return failures == 0 ? 0 : 1;
}
