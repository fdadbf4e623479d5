/* The C interface of a modelet: one compiled library, called in-process by any language.
 *
 * Rules
 *  - Every handle may be used from any thread. No exception and no abort crosses this interface.
 *  - Every struct begins with `uint32_t size`, set by whoever creates it to `sizeof` of the struct it
 *    knows; later versions only append fields. Addresses are stored in 64 bits, so that offsets are
 *    equal on every target, wasm32 included.
 *  - Errors travel in messages, never in thread-local state.
 *  - Libraries are never unloaded.
 *
 * A request is one JSON text plus tensors:
 *    {"call": {arguments}}                       the first function, with typed values (VALUES.md)
 *    {"call": {arguments}, "function": "name"}   another function of the same library
 *    {"endpoint": "embeddings", "body": {...}}   an OpenAI request, official JSON in and out
 *    {"control": "load" | "stats" | "explain"}   map and verify weights with progress; counters; kernels
 *
 * Answers
 *    call        {"value": typed value}, one message a value: a plain function has one, a generator one a `yield`
 *    endpoint    official JSON. Vectors of an embeddings answer are {"$tensor": 0, "row": i}, strings when base64 was asked for
 *    load        {"loaded": bytes, "total": bytes}, several; the last has loaded == total and means that the SHA-256 is right
 *    stats       {"calls": {"started", "running", "completed", "failed", "cancelled"}, "usage": {"prompt_tokens"},
 *                 "memory": {"used", "peak", "limit", "process"}, "threads", "weights": {"file", "bytes", "access", "verified"} or null}
 *    explain     {"policy", "isa", "host": {"isa", "features"}, "kernels": [{"family", "chosen", "implementations": [{"name", "isa",
 *                 "dtype", "layout", "chosen", "reason"}]}]}
 * Error codes: docs/errors.md.
 *
 * A call, in full
 *    status = modelet_start(instance, &request, &call, &error);      MODELET_OK, or release the error and stop
 *    while ((status = modelet_next(call, &out)) != MODELET_END) {
 *      if (status == MODELET_PENDING) continue;                      nothing to release; a good moment to look at a deadline
 *      use(&out);                                                    MODELET_MESSAGE or MODELET_ERROR
 *      modelet_release(&out);
 *      if (status == MODELET_ERROR) break;                           asked again, the same error comes again
 *    }
 *    modelet_finish(call);                                           also after an error, and in the middle
 *
 * MODELET_PENDING says that `next` has worked for some milliseconds and there is more to do before the next message: bytes of weights are
 * being read and hashed (`load`, and the first calls under "verify": "always"). Work goes on only inside `next`, so a caller who
 * stops calling stops the work. No sleep is needed between two calls.
 */
#ifndef MODELET_MODELET_H
#define MODELET_MODELET_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MODELET_ABI_VERSION 1

typedef int32_t modelet_status;
enum {
  MODELET_OK = 0,      /* open, start: the handle was made */
  MODELET_MESSAGE = 1, /* next: `out` holds one message of the answer */
  MODELET_END = 2,     /* next: the answer is complete, `out` is untouched */
  MODELET_PENDING = 3, /* next: nothing yet, call again; `out` is untouched */
  MODELET_ERROR = 4    /* `out` or `error` holds {"status": HTTP status, "error": {message, type, param, code}} */
};

/* One C-contiguous tensor. */
typedef struct modelet_tensor {
  uint32_t size;       /* sizeof(modelet_tensor) */
  uint32_t rank;       /* 0 to 64 */
  char dtype[16];      /* numpy's name, NUL-terminated: "float32", "int64", "uint8", "bool", ... */
  uint64_t shape;      /* address of int64_t[rank] */
  uint64_t data;       /* address of the first element */
  uint64_t bytes;      /* product of shape times the element's size */
  int32_t device_type; /* DLPack's DLDeviceType; 1 is the CPU */
  int32_t device_id;
} modelet_tensor;

/* One JSON text plus tensors, which the JSON names by their index.
 * As a request, it belongs to the caller: the JSON is copied by `modelet_start`, the tensors are borrowed until
 * `modelet_finish`. As an answer, it belongs to the caller until `modelet_release`, also after finish and close. */
typedef struct modelet_message {
  uint32_t size; /* sizeof(modelet_message) */
  uint32_t tensor_count;
  uint64_t json;       /* address of UTF-8 text, not NUL-terminated in requests, NUL-terminated in answers */
  uint64_t json_bytes; /* without the NUL */
  uint64_t tensors;    /* address of modelet_tensor[tensor_count] */
  uint64_t owner;      /* answers: what keeps the memory alive; requests: 0 */
} modelet_message;

/* What modelets of one process share: worker pool, log and memory accounting. Append-only.
 * The client passes the first library's table to every later `modelet_open`. Fields named `_function` are
 * addresses of functions of the type in the comment. The table lives as long as the process. */
typedef struct modelet_host {
  uint32_t size;                 /* sizeof(modelet_host) */
  uint32_t version;              /* MODELET_ABI_VERSION */
  uint64_t context;              /* first argument of every function below */
  uint64_t parallel_function;    /* void (*)(void *context, uint64_t count, void (*body)(void *argument, uint64_t index), void *argument)
                                    runs body(0) ... body(count - 1), on this thread and the pool's; returns when all are done */
  uint64_t concurrency_function; /* uint64_t (*)(void *context): threads that may run at once, the caller's included */
  uint64_t configure_function;   /* void (*)(void *context, uint64_t threads): wanted concurrency; 0 is the number of cores */
  uint64_t log_function;         /* void (*)(void *context, int32_t level, const char *text, uint64_t bytes); level as Python's logging */
  uint64_t reserve_function;     /* int32_t (*)(void *context, int64_t bytes): accounts (or, negative, returns) memory; 0 when refused */
  uint64_t reserved_function;    /* uint64_t (*)(void *context): bytes accounted now */
  uint64_t work_function;        /* void (*)(void *context): lends the calling thread until the last instance is closed */
  uint64_t attach_function;      /* void (*)(void *context, int32_t change): an instance was opened (+1) or closed (-1) */
} modelet_host;

typedef struct modelet_instance modelet_instance;
typedef struct modelet_call modelet_call;

#if defined(MODELET_STATIC) || !defined(__GNUC__)
#define MODELET_EXPORT
#else
#define MODELET_EXPORT __attribute__((visibility("default")))
#endif

/* In a static archive each function carries the modelet's own prefix: `modelet_<name>_open`. */
#ifndef MODELET_SYMBOL
#define MODELET_SYMBOL(name) modelet_##name
#endif

/* The manifest, JSON, valid for the life of the process. Its signature never changes: read "abi" here before anything else. */
MODELET_EXPORT const char *MODELET_SYMBOL(manifest)(void);
/* Quick: maps the weights, reads their header and nothing more. `options_json`: NUL-terminated, described by options.schema.json; null is
 * {}. `host` may be null (this library's own table). `out` and `error` are written; `error` may be null. */
MODELET_EXPORT modelet_status MODELET_SYMBOL(open)(const char *options_json, const modelet_host *host, modelet_instance **out,
                                                   modelet_message *error);
/* Checks the request and runs nothing yet. */
MODELET_EXPORT modelet_status MODELET_SYMBOL(start)(modelet_instance *instance, const modelet_message *request, modelet_call **out,
                                                    modelet_message *error);
/* The thread inside `next` does the work. A second thread in `next` of the same call gets the error `busy`. */
MODELET_EXPORT modelet_status MODELET_SYMBOL(next)(modelet_call *call, modelet_message *out);
/* Always allowed, from any thread, until `finish`; the running `next`, or the next one, answers with the error `cancelled`. */
MODELET_EXPORT void MODELET_SYMBOL(cancel)(modelet_call *call);
/* Ends the handle. A `next` that is running in another thread is cancelled and safe. */
MODELET_EXPORT void MODELET_SYMBOL(finish)(modelet_call *call);
/* Ends the handle; what it holds goes when its last call has finished. */
MODELET_EXPORT void MODELET_SYMBOL(close)(modelet_instance *instance);
/* Frees an answer or an error and clears the struct, so that a second release of it does nothing. */
MODELET_EXPORT void MODELET_SYMBOL(release)(modelet_message *message);
MODELET_EXPORT const modelet_host *MODELET_SYMBOL(host_table)(void);
/* Lends the calling thread to the pool; returns when the last instance is closed. Null is this library's own table. */
MODELET_EXPORT void MODELET_SYMBOL(work)(const modelet_host *host);
/* realloc for hosts that must place bytes inside the library's memory, aligned to 64; size 0 frees. Null when there is no memory. */
MODELET_EXPORT void *MODELET_SYMBOL(memory)(void *old, uint64_t size);

#ifdef __cplusplus
}
#endif
#endif
