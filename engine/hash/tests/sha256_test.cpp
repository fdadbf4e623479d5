// Digests of the standard's examples, every length around a block, pieces of every size, and both implementations alike.
#include "hash/sha256.h"

#include <string_view>
#include <vector>

#include "testing/check.h"

using namespace modelet::hash;

namespace {

std::string digest(std::string_view text) {
  Sha256 hash;
  hash.update(std::as_bytes(std::span(text)));
  return hash.hexadecimal();
}

void known_digests() {
  CHECK_EQUAL(digest(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK_EQUAL(digest("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK_EQUAL(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK_EQUAL(digest(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

std::vector<std::byte> sample(std::size_t size) {
  std::vector<std::byte> bytes(size);
  uint32_t value = 12345;
  for (std::byte &byte : bytes) byte = static_cast<std::byte>((value = value * 1664525 + 1013904223) >> 24);
  return bytes;
}

void pieces_do_not_matter() {
  const std::vector<std::byte> bytes = sample(300);
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    Sha256 whole, pieces;
    const auto part = std::span(bytes).first(size);
    whole.update(part);
    for (std::size_t at = 0, piece = 1; at < size; at += piece, piece = piece % 71 + 13)
      pieces.update(part.subspan(at, std::min(piece, size - at)));
    CHECK_EQUAL(whole.hexadecimal(), pieces.hexadecimal());
  }
}

void implementations_agree() {
  const std::vector<std::byte> bytes = sample(64 * 33);
  std::array<uint32_t, 8> first{1, 2, 3, 4, 5, 6, 7, 8}, second = first;
  compress_portable(first, bytes.data(), 33);
  compress_for_host()(second, bytes.data(), 33);
  CHECK(first == second);
}

}  // namespace

int main() {
  known_digests();
  pieces_do_not_matter();
  implementations_agree();
  return modelet::testing::result();
}
