/* A C11 program that opens a modelet by path and uses every function of the interface. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "modelet/modelet.h"

static int failures = 0;

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                     \
    }                                                                 \
  } while (0)

static struct {
  const char *(*manifest)(void);
  modelet_status (*open)(const char *, const modelet_host *, modelet_instance **, modelet_message *);
  modelet_status (*start)(modelet_instance *, const modelet_message *, modelet_call **, modelet_message *);
  modelet_status (*next)(modelet_call *, modelet_message *);
  void (*cancel)(modelet_call *);
  void (*finish)(modelet_call *);
  void (*close)(modelet_instance *);
  void (*release)(modelet_message *);
  const modelet_host *(*host_table)(void);
  void (*work)(const modelet_host *);
  void *(*memory)(void *, uint64_t);
} modelet;

static void find(void *library, const char *name, void *slot) {
  void *address = dlsym(library, name);
  CHECK(address != NULL);
  memcpy(slot, &address, sizeof address); /* ISO C has no conversion from object to function pointers */
}

static void load(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  CHECK(library != NULL);
  find(library, "modelet_manifest", &modelet.manifest);
  find(library, "modelet_open", &modelet.open);
  find(library, "modelet_start", &modelet.start);
  find(library, "modelet_next", &modelet.next);
  find(library, "modelet_cancel", &modelet.cancel);
  find(library, "modelet_finish", &modelet.finish);
  find(library, "modelet_close", &modelet.close);
  find(library, "modelet_release", &modelet.release);
  find(library, "modelet_host_table", &modelet.host_table);
  find(library, "modelet_work", &modelet.work);
  find(library, "modelet_memory", &modelet.memory);
}

static modelet_message empty(void) {
  modelet_message message;
  memset(&message, 0, sizeof message);
  message.size = sizeof message;
  return message;
}

static modelet_message text_request(const char *text) {
  modelet_message request = empty();
  request.json = (uint64_t)(uintptr_t)text;
  request.json_bytes = strlen(text);
  return request;
}

static const char *json_of(const modelet_message *message) {
  return (const char *)(uintptr_t)message->json;
}

static modelet_call *start(modelet_instance *instance, const modelet_message *request) {
  modelet_call *call = NULL;
  modelet_message error = empty();
  CHECK(modelet.start(instance, request, &call, &error) == MODELET_OK);
  modelet.release(&error);
  return call;
}

static void stream(modelet_instance *instance) {
  const modelet_message request = text_request("{\"call\": {\"count\": 2}, \"function\": \"count\"}");
  modelet_call *call = start(instance, &request);
  modelet_message out = empty();
  CHECK(modelet.next(call, &out) == MODELET_MESSAGE);
  CHECK(strcmp(json_of(&out), "{\"value\":0}") == 0);
  modelet.release(&out);
  CHECK(modelet.next(call, &out) == MODELET_MESSAGE);
  modelet.release(&out);
  CHECK(modelet.next(call, &out) == MODELET_END);
  modelet.finish(call);
}

static void tensors(modelet_instance *instance, modelet_message *kept) {
  float data[6] = {1, 2, 3, 4, 5, 6};
  int64_t shape[2] = {2, 3};
  modelet_tensor tensor;
  modelet_message request = text_request("{\"call\": {\"x\": {\"$tensor\": 0}}}");
  modelet_call *call;
  memset(&tensor, 0, sizeof tensor);
  tensor.size = sizeof tensor;
  tensor.rank = 2;
  strcpy(tensor.dtype, "float32");
  tensor.shape = (uint64_t)(uintptr_t)shape;
  tensor.data = (uint64_t)(uintptr_t)data;
  tensor.bytes = sizeof data;
  tensor.device_type = 1;
  request.tensor_count = 1;
  request.tensors = (uint64_t)(uintptr_t)&tensor;
  call = start(instance, &request);
  CHECK(modelet.next(call, kept) == MODELET_MESSAGE);
  modelet.finish(call);
}

static void check_kept(modelet_message *kept) {
  const modelet_tensor *tensor = (const modelet_tensor *)(uintptr_t)kept->tensors;
  const float *data = (const float *)(uintptr_t)tensor->data;
  CHECK(kept->tensor_count == 1 && tensor->rank == 2 && tensor->bytes == 24);
  CHECK(strcmp(tensor->dtype, "float32") == 0 && data[0] > 0.5F && data[5] > 5.5F);
  modelet.release(kept);
  CHECK(kept->owner == 0);
}

static void errors(modelet_instance *instance) {
  const modelet_message request = text_request("{\"call\": {}, \"function\": \"none\"}");
  modelet_call *call = NULL;
  modelet_message error = empty();
  CHECK(modelet.start(instance, &request, &call, &error) == MODELET_ERROR);
  CHECK(call == NULL && strstr(json_of(&error), "\"unknown_function\"") != NULL);
  modelet.release(&error);
}

static void cancelled(modelet_instance *instance) {
  const modelet_message request = text_request("{\"call\": {}, \"function\": \"slow\"}");
  modelet_call *call = start(instance, &request);
  modelet_message out = empty();
  modelet.cancel(call);
  CHECK(modelet.next(call, &out) == MODELET_ERROR);
  CHECK(strstr(json_of(&out), "\"cancelled\"") != NULL);
  modelet.release(&out);
  modelet.finish(call);
}

int main(int count, char **arguments) {
  modelet_instance *instance = NULL;
  modelet_message error = empty(), kept = empty();
  if (count != 2) return 2;
  load(arguments[1]);
  CHECK(strstr(modelet.manifest(), "\"abi\":1") != NULL);
  CHECK(modelet.host_table()->size >= sizeof(modelet_host));
  CHECK(modelet.open("{\"unknown\": 1}", NULL, &instance, &error) == MODELET_ERROR);
  modelet.release(&error);
  CHECK(modelet.open("{\"threads\": 2}", modelet.host_table(), &instance, &error) == MODELET_OK);
  stream(instance);
  tensors(instance, &kept);
  errors(instance);
  cancelled(instance);
  modelet.close(instance);
  check_kept(&kept);
  modelet.memory(modelet.memory(NULL, 100), 0);
  if (failures == 0) puts("ok");
  return failures == 0 ? 0 : 1;
}
