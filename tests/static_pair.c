/* Two compiled modelets linked into one program: each is called through functions of its own name. */
#include <stdio.h>
#include <string.h>

#define MODELET_STATIC
#define MODELET_SYMBOL(name) modelet_first_##name
#include "modelet/modelet.h"
#undef MODELET_MODELET_H
#undef MODELET_SYMBOL
#undef MODELET_EXPORT

modelet_status modelet_second_open(const char *, const modelet_host *, modelet_instance **, modelet_message *);
modelet_status modelet_second_start(modelet_instance *, const modelet_message *, modelet_call **, modelet_message *);
modelet_status modelet_second_next(modelet_call *, modelet_message *);
void modelet_second_release(modelet_message *);
void modelet_second_finish(modelet_call *);
void modelet_second_close(modelet_instance *);

typedef struct {
  modelet_status (*open)(const char *, const modelet_host *, modelet_instance **, modelet_message *);
  modelet_status (*start)(modelet_instance *, const modelet_message *, modelet_call **, modelet_message *);
  modelet_status (*next)(modelet_call *, modelet_message *);
  void (*release)(modelet_message *);
  void (*finish)(modelet_call *);
  void (*close)(modelet_instance *);
} library;

static int ask(const library *functions, const char *request) {
  modelet_instance *instance = NULL;
  modelet_call *call = NULL;
  modelet_message answer = {.size = sizeof(modelet_message)};
  modelet_message asked = {.size = sizeof(modelet_message), .json = (uint64_t)(uintptr_t)request, .json_bytes = strlen(request)};
  if (functions->open("{}", modelet_first_host_table(), &instance, &answer) != MODELET_OK) return 1;
  if (functions->start(instance, &asked, &call, &answer) != MODELET_OK) return 1;
  if (functions->next(call, &answer) != MODELET_MESSAGE) return 1;
  printf("%s\n", (const char *)(uintptr_t)answer.json);
  functions->release(&answer);
  functions->finish(call);
  functions->close(instance);
  return 0;
}

int main(void) {
  const library first = {modelet_first_open,    modelet_first_start,  modelet_first_next,
                         modelet_first_release, modelet_first_finish, modelet_first_close};
  const library second = {modelet_second_open,    modelet_second_start,  modelet_second_next,
                          modelet_second_release, modelet_second_finish, modelet_second_close};
  return ask(&first, "{\"call\": {\"value\": 20}}") || ask(&second, "{\"call\": {\"value\": 20}}");
}
