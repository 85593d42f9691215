/* Bytes that grow, texts in both encodings, and the clock that the daemon reads too. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* LARGEST_FRAME: as in `daemon/frames.ts`. */
enum { CHUNK = 64 * 1024, MAX_WIDE = 4096, LARGEST_FRAME = 96 * 1024 * 1024 };

/* As `process.hrtime()` counts. */
static int64_t now_ms(void) {
  static LARGE_INTEGER frequency;
  LARGE_INTEGER counted;
  if (frequency.QuadPart == 0) QueryPerformanceFrequency(&frequency);
  QueryPerformanceCounter(&counted);
  return (int64_t)((double)counted.QuadPart / ((double)frequency.QuadPart / 1000));
}

/* The milliseconds until a moment, for a function of the system that waits. */
static DWORD left_until(int64_t moment) {
  int64_t left = moment - now_ms();
  return left <= 0 ? 0 : left > 0x7fffffff ? 0x7fffffff : (DWORD)left;
}

struct bytes {
  char *data;
  size_t length, size;
};

static void *allocate(void *old, size_t size) {
  void *data = realloc(old, size);
  if (data == NULL) ExitProcess(2); /* A refusal to every agent. */
  return data;
}

static void append(struct bytes *to, const void *data, size_t length) {
  if (to->length + length > to->size) {
    to->size = (to->length + length) * 2 + 4096;
    to->data = allocate(to->data, to->size);
  }
  if (length > 0) memcpy(to->data + to->length, data, length);
  to->length += length;
}

static void append_number(struct bytes *to, uint32_t value) {
  unsigned char raw[4] = {(unsigned char)value, (unsigned char)(value >> 8), (unsigned char)(value >> 16), (unsigned char)(value >> 24)};
  append(to, raw, 4);
}

static void append_time(struct bytes *to, uint64_t value) {
  append_number(to, (uint32_t)value);
  append_number(to, (uint32_t)(value >> 32));
}

static uint32_t read_number(const char *at) {
  const unsigned char *raw = (const unsigned char *)at;
  return raw[0] | (uint32_t)raw[1] << 8 | (uint32_t)raw[2] << 16 | (uint32_t)raw[3] << 24;
}

/* As UTF-8, with its end. Half of a surrogate pair becomes U+FFFD, as in Node. */
static void append_text(struct bytes *to, const wchar_t *text) {
  int length = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
  char *utf8 = allocate(NULL, (size_t)length + 1);
  WideCharToMultiByte(CP_UTF8, 0, text, -1, utf8, length, NULL, NULL);
  append(to, utf8, (size_t)length);
  free(utf8);
}

static wchar_t *to_wide(const char *text, int length) {
  int count = MultiByteToWideChar(CP_UTF8, 0, text, length, NULL, 0);
  wchar_t *wide = allocate(NULL, ((size_t)count + 1) * sizeof *wide);
  MultiByteToWideChar(CP_UTF8, 0, text, length, wide, count);
  wide[count] = 0;
  return wide;
}

static uint64_t hash_bytes(uint64_t hash, const void *data, size_t length) {
  for (size_t at = 0; at < length; at++) hash = (hash ^ ((const unsigned char *)data)[at]) * 1099511628211ull;
  return hash;
}

static uint64_t hash_text(uint64_t hash, const wchar_t *text) { return hash_bytes(hash, text, (wcslen(text) + 1) * sizeof *text); }
