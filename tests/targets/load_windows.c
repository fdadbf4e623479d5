#define WIN32_LEAN_AND_MEAN
#include <stdint.h>
#include <stdio.h>
#include <windows.h>

#include "load.h"

void *load_library(const char *path) {
  wchar_t wide[MAX_PATH];
  HMODULE library = NULL;
  if (MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, MAX_PATH) > 0) library = LoadLibraryW(wide);
  if (library == NULL) fprintf(stderr, "system error %lu\n", GetLastError());
  return library;
}

void *find_function(void *library, const char *name) {
  return (void *)(uintptr_t)GetProcAddress((HMODULE)library, name);
}
