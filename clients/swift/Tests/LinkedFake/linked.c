/* The hand-made modelet of the Python client's tests as an archive has it: with names of its own. */
#define MODELET_STATIC
#define FAKE_NAME "linked"
#define modelet_manifest modelet_linked_manifest
#define modelet_open modelet_linked_open
#define modelet_start modelet_linked_start
#define modelet_next modelet_linked_next
#define modelet_cancel modelet_linked_cancel
#define modelet_finish modelet_linked_finish
#define modelet_close modelet_linked_close
#define modelet_release modelet_linked_release
#define modelet_host_table modelet_linked_host_table
#define modelet_work modelet_linked_work
#define modelet_memory modelet_linked_memory
#define _GNU_SOURCE
#include "fake.inc"
