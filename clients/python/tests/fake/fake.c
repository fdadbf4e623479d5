/* A modelet written by hand, so that the client's tests need neither the compiler nor the engine.
 *
 * Functions, found by their name anywhere in the request:
 *   "echo"   answers its arguments as the value, its tensors copied
 *   "count"  yields 0, 1, 2 without end
 *   "raise"  ends with the Python exception KeyError('missing')
 *   "wait"   answers PENDING until it is cancelled
 *   "block"  stays inside `next` until it is cancelled
 * Endpoint "embeddings": one vector [index, 1, 2] an item of `input`; 400 for an empty list and for more than 2,048.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "modelet/modelet.h"

#ifndef FAKE_ABI
#define FAKE_ABI "1"
#endif
#ifndef FAKE_NAME
#define FAKE_NAME "fake"
#endif

struct modelet_instance {
  const modelet_host *host;
  volatile int open_calls;
};

enum kind { ECHO, COUNT, RAISE, WAIT, BLOCK, EMBED, EMBED_BASE64 };

struct modelet_call {
  modelet_instance *instance;
  enum kind kind;
  char *arguments;
  modelet_tensor *tensors;
  uint32_t tensor_count;
  int step;
  int items;
  volatile int cancelled;
};

struct owner {
  char *json;
  modelet_tensor *tensors;
  uint32_t tensor_count;
};

static int live_messages;

static void *address(uint64_t value) { return (void *)(uintptr_t)value; }

static uint64_t number(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

/* A host table without a pool, whole all the same: a library on the engine may be opened with it. */
static void run_all(void *context, uint64_t count, void (*body)(void *, uint64_t), void *argument) {
  (void)context;
  for (uint64_t index = 0; index < count; ++index) body(argument, index);
}
static uint64_t one(void *context) { return (void)context, 1; }
static uint64_t none(void *context) { return (void)context, 0; }
static void configure(void *context, uint64_t threads) { (void)context, (void)threads; }
static void log_nothing(void *context, int32_t level, const char *text, uint64_t bytes) {
  (void)context, (void)level, (void)text, (void)bytes;
}
static int32_t reserve(void *context, int64_t bytes) { return (void)context, (void)bytes, 1; }
static void work(void *context) { (void)context; }
static void attach(void *context, int32_t change) { (void)context, (void)change; }

static void fill(modelet_message *out, char *json, modelet_tensor *tensors, uint32_t count) {
  struct owner *owner = malloc(sizeof *owner);
  owner->json = json;
  owner->tensors = tensors;
  owner->tensor_count = count;
  out->json = number(json);
  out->json_bytes = strlen(json);
  out->tensors = number(tensors);
  out->tensor_count = count;
  out->owner = number(owner);
  __sync_fetch_and_add(&live_messages, 1);
}

static modelet_status fail(modelet_message *out, const char *json) {
  fill(out, strdup(json), NULL, 0);
  return MODELET_ERROR;
}

static modelet_tensor copy(const modelet_tensor *from) {
  modelet_tensor to = *from;
  int64_t *shape = malloc(8 * (from->rank + 1));
  memcpy(shape, address(from->shape), 8 * from->rank);
  void *data = malloc(from->bytes + 1);
  memcpy(data, address(from->data), from->bytes);
  to.shape = number(shape);
  to.data = number(data);
  return to;
}

static char *text(const char *format, const char *argument) {
  size_t size = strlen(format) + strlen(argument) + 32;
  char *out = malloc(size);
  snprintf(out, size, format, argument);
  return out;
}

/* The object after `key`, up to its closing brace. */
static char *object_after(const char *json, const char *key) {
  const char *begin = strstr(json, key);
  if (begin == NULL) return strdup("{}");
  begin += strlen(key);
  int depth = 0, quoted = 0;
  const char *end = begin;
  for (; *end != 0; ++end) {
    if (*end == '\\' && quoted) {
      ++end;
    } else if (*end == '"') {
      quoted = !quoted;
    } else if (!quoted && (*end == '{' || *end == '[')) {
      ++depth;
    } else if (!quoted && (*end == '}' || *end == ']') && --depth == 0) {
      break;
    }
  }
  return strndup(begin, (size_t)(end - begin) + 1);
}

/* Items of the JSON list, or 1 for anything else. */
static int count_items(const char *json) {
  const char *at = strstr(json, "\"input\":");
  if (at == NULL) return -1;
  at += strlen("\"input\":");
  while (*at == ' ') ++at;
  if (*at != '[') return *at == '"' ? 1 : -1;
  char *list = object_after(at, "");
  int items = strcmp(list, "[]") != 0, depth = 0, quoted = 0;
  for (const char *p = list; *p != 0; ++p) {
    if (*p == '\\' && quoted) {
      ++p;
    } else if (*p == '"') {
      quoted = !quoted;
    } else if (!quoted) {
      depth += (*p == '[') - (*p == ']');
      items += *p == ',' && depth == 1;
    }
  }
  free(list);
  return items;
}

const char *modelet_manifest(void) {
  return "{\"schema\":1,\"abi\":" FAKE_ABI ",\"engine\":\"0.1.0\",\"name\":\"@local/" FAKE_NAME "\",\"version\":\"1\",\"functions\":["
         "{\"name\":\"echo\",\"parameters\":[{\"name\":\"value\",\"schema\":{\"x-python-type\":\"list[str]\"},\"required\":true},"
         "{\"name\":\"flag\",\"schema\":{},\"required\":false,\"default\":false},"
         "{\"name\":\"array\",\"schema\":{\"x-python-type\":\"numpy.ndarray\",\"x-tensor\":{\"dtype\":\"float32\",\"rank\":2}},\"required\":false,\"default\":null}],\"returns\":{},\"generator\":false},"
         "{\"name\":\"count\",\"parameters\":[],\"returns\":{},\"generator\":true},"
         "{\"name\":\"raise\",\"parameters\":[],\"returns\":{},\"generator\":false},"
         "{\"name\":\"wait\",\"parameters\":[],\"returns\":{},\"generator\":false},"
         "{\"name\":\"block\",\"parameters\":[],\"returns\":{},\"generator\":false}],"
         "\"endpoints\":[{\"name\":\"embeddings\",\"function\":\"echo\",\"input\":\"value\",\"dimensions\":null}]}";
}

modelet_status modelet_open(const char *options, const modelet_host *host, modelet_instance **out, modelet_message *error) {
  if (strstr(options, "\"seed\": -1") != NULL)
    return fail(error, "{\"status\":400,\"error\":{\"message\":\"bad seed\",\"type\":\"invalid_request_error\",\"param\":null,\"code\":\"invalid_option\"}}");
  *out = calloc(1, sizeof **out);
  (*out)->host = host;
  return MODELET_OK;
}

modelet_status modelet_start(modelet_instance *instance, const modelet_message *request, modelet_call **out, modelet_message *error) {
  char *json = strndup(address(request->json), request->json_bytes);
  modelet_call *call = calloc(1, sizeof *call);
  call->instance = instance;
  if (strstr(json, "\"endpoint\":") != NULL) {
    call->kind = strstr(json, "base64") != NULL ? EMBED_BASE64 : EMBED;
    call->items = count_items(json);
    if (call->items <= 0 || call->items > 2048) {
      free(json);
      free(call);
      return fail(error, "{\"status\":400,\"error\":{\"message\":\"input must be 1 to 2048 items\",\"type\":\"invalid_request_error\","
                         "\"param\":\"input\",\"code\":\"invalid_input\"}}");
    }
  } else {
    const char *names[] = {"echo", "count", "raise", "wait", "block"};
    for (int i = 0; i < 5; ++i) {
      char *key = text("\"function\":\"%s\"", names[i]);
      if (strstr(json, key) != NULL) call->kind = (enum kind)i;
      free(key);
    }
    call->arguments = object_after(json, "\"call\":");
    call->tensor_count = request->tensor_count;
    call->tensors = address(request->tensors); /* borrowed, as the header says */
  }
  free(json);
  __sync_fetch_and_add(&instance->open_calls, 1);
  *out = call;
  return MODELET_OK;
}

static const char cancelled_error[] =
    "{\"status\":499,\"error\":{\"message\":\"the call was cancelled\",\"type\":\"cancelled_error\",\"param\":null,\"code\":\"cancelled\"}}";

/* Twelve bytes as sixteen characters. */
static void base64(const float *vector, char *out) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *bytes = (const unsigned char *)vector;
  for (int i = 0; i < 4; ++i, bytes += 3) {
    unsigned group = (unsigned)bytes[0] << 16 | (unsigned)bytes[1] << 8 | bytes[2];
    for (int j = 0; j < 4; ++j) *out++ = digits[group >> (18 - 6 * j) & 63];
  }
  *out = 0;
}

static modelet_status embed(modelet_call *call, modelet_message *out) {
  size_t size = 200 + 120 * (size_t)call->items;
  char *json = malloc(size), *end = json;
  end += sprintf(end, "{\"object\":\"list\",\"data\":[");
  for (int i = 0; i < call->items; ++i) {
    if (call->kind == EMBED)
      end += sprintf(end, "%s{\"object\":\"embedding\",\"index\":%d,\"embedding\":{\"$tensor\":0,\"row\":%d}}", i ? "," : "", i, i);
    else {
      char encoded[17];
      base64((float[]){(float)i, 1, 2}, encoded);
      end += sprintf(end, "%s{\"object\":\"embedding\",\"index\":%d,\"embedding\":\"%s\"}", i ? "," : "", i, encoded);
    }
  }
  sprintf(end, "],\"model\":\"%s\",\"usage\":{\"prompt_tokens\":%d,\"total_tokens\":%d}}", FAKE_NAME, 3 * call->items, 3 * call->items);
  modelet_tensor *tensor = NULL;
  if (call->kind == EMBED) {
    tensor = calloc(1, sizeof *tensor);
    int64_t *shape = malloc(16);
    float *data = malloc(12 * (size_t)call->items);
    shape[0] = call->items;
    shape[1] = 3;
    for (int i = 0; i < call->items; ++i) data[3 * i] = (float)i, data[3 * i + 1] = 1, data[3 * i + 2] = 2;
    *tensor = (modelet_tensor){sizeof *tensor, 2, "float32", number(shape), number(data), 12 * (uint64_t)call->items, 1, 0};
  }
  fill(out, json, tensor, tensor != NULL);
  return MODELET_MESSAGE;
}

modelet_status modelet_next(modelet_call *call, modelet_message *out) {
  if (call->kind == WAIT && !call->cancelled) return usleep(1000), MODELET_PENDING;
  while (call->kind == BLOCK && !call->cancelled) usleep(1000);
  if (call->cancelled) return fail(out, cancelled_error);
  if (call->kind == RAISE)
    return fail(out, "{\"status\":500,\"error\":{\"message\":\"'missing'\",\"type\":\"python_exception\",\"param\":null,\"code\":\"KeyError\"}}");
  if (call->kind == COUNT) {
    char digits[16];
    sprintf(digits, "%d", call->step++);
    fill(out, text("{\"value\":%s}", digits), NULL, 0);
    return MODELET_MESSAGE;
  }
  if (call->step++ > 0) return MODELET_END;
  if (call->kind == EMBED || call->kind == EMBED_BASE64) return embed(call, out);
  modelet_tensor *tensors = calloc(call->tensor_count + 1, sizeof *tensors);
  for (uint32_t i = 0; i < call->tensor_count; ++i) tensors[i] = copy(&call->tensors[i]);
  fill(out, text("{\"value\":%s}", call->arguments), tensors, call->tensor_count);
  return MODELET_MESSAGE;
}

void modelet_cancel(modelet_call *call) { call->cancelled = 1; }

void modelet_finish(modelet_call *call) {
  __sync_fetch_and_sub(&call->instance->open_calls, 1);
  free(call->arguments);
  memset(call, 0x55, sizeof *call);
  free(call);
}

void modelet_close(modelet_instance *instance) { free(instance); }

void modelet_release(modelet_message *message) {
  struct owner *owner = address(message->owner);
  if (owner == NULL) return;
  for (uint32_t i = 0; i < owner->tensor_count; ++i) {
    memset(address(owner->tensors[i].data), 0x55, owner->tensors[i].bytes);
    free(address(owner->tensors[i].data));
    free(address(owner->tensors[i].shape));
  }
  free(owner->tensors);
  free(owner->json);
  free(owner);
  message->owner = 0;
  __sync_fetch_and_sub(&live_messages, 1);
}

#define FUNCTION(name) ((uint64_t)(uintptr_t)(name))

const modelet_host *modelet_host_table(void) {
  static modelet_host table;
  table = (modelet_host){sizeof table,          MODELET_ABI_VERSION,   0,
                         FUNCTION(run_all),     FUNCTION(one),         FUNCTION(configure),
                         FUNCTION(log_nothing), FUNCTION(reserve),     FUNCTION(none),
                         FUNCTION(work),        FUNCTION(attach)};
  return &table;
}

void modelet_work(const modelet_host *host) { (void)host; }

void *modelet_memory(void *old, uint64_t size) { return realloc(old, size); }

/* For the tests only. */
MODELET_EXPORT int fake_live_messages(void) { return live_messages; }
MODELET_EXPORT int fake_open_calls(modelet_instance *instance) { return instance->open_calls; }
MODELET_EXPORT uint64_t fake_host(modelet_instance *instance) { return number(instance->host); }
