/* ask LIBRARY OPTIONS REQUEST TENSOR: opens a modelet, asks it once, prints each message's JSON on a line of its own and writes the first
 * tensor of each into the file TENSOR. Exit status 1 after an error, which is printed as well. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "load.h"
#include "modelet/modelet.h"

static struct {
  modelet_status (*open)(const char *, const modelet_host *, modelet_instance **, modelet_message *);
  modelet_status (*start)(modelet_instance *, const modelet_message *, modelet_call **, modelet_message *);
  modelet_status (*next)(modelet_call *, modelet_message *);
  void (*finish)(modelet_call *);
  void (*close)(modelet_instance *);
  void (*release)(modelet_message *);
} modelet;

static int find(void *library, const char *name, void *slot) {
  void *address = find_function(library, name);
  if (address == NULL) fprintf(stderr, "no function %s\n", name);
  memcpy(slot, &address, sizeof address); /* ISO C has no conversion from object to function pointers */
  return address != NULL;
}

static int find_all(void *library) {
  return find(library, "modelet_open", &modelet.open) && find(library, "modelet_start", &modelet.start) &&
         find(library, "modelet_next", &modelet.next) && find(library, "modelet_finish", &modelet.finish) &&
         find(library, "modelet_close", &modelet.close) && find(library, "modelet_release", &modelet.release);
}

static int failed(modelet_message *message) {
  printf("%s\n", (const char *)(uintptr_t)message->json);
  modelet.release(message);
  return 1;
}

static void show(modelet_message *message, FILE *tensors) {
  printf("%s\n", (const char *)(uintptr_t)message->json);
  if (message->tensor_count > 0) {
    const modelet_tensor *tensor = (const modelet_tensor *)(uintptr_t)message->tensors;
    fwrite((const void *)(uintptr_t)tensor->data, 1, (size_t)tensor->bytes, tensors);
  }
  modelet.release(message);
}

static int answer(modelet_instance *instance, const char *text, FILE *tensors) {
  modelet_message out = {.size = sizeof out};
  const modelet_message request = {.size = sizeof request, .json = (uint64_t)(uintptr_t)text, .json_bytes = strlen(text)};
  modelet_call *call = NULL;
  modelet_status status;
  if (modelet.start(instance, &request, &call, &out) != MODELET_OK) return failed(&out);
  while ((status = modelet.next(call, &out)) == MODELET_MESSAGE || status == MODELET_PENDING) {
    if (status == MODELET_MESSAGE) show(&out, tensors);
  }
  if (status == MODELET_ERROR) failed(&out);
  modelet.finish(call);
  return status == MODELET_END ? 0 : 1;
}

int main(int count, char **arguments) {
  modelet_message error = {.size = sizeof error};
  modelet_instance *instance = NULL;
  FILE *tensors;
  void *library;
  int status;
  if (count != 5) return 2;
  library = load_library(arguments[1]);
  if (library == NULL || !find_all(library)) return 1;
  if (modelet.open(arguments[2], NULL, &instance, &error) != MODELET_OK) return failed(&error);
  tensors = fopen(arguments[4], "wb");
  if (tensors == NULL) return 2;
  status = answer(instance, arguments[3], tensors);
  modelet.close(instance);
  return fclose(tensors) == 0 ? status : 2;
}
