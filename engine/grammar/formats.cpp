#include "grammar/formats.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace modelet::grammar {
namespace {

// Some are narrower than the standard, which a text that is written anew may be: years of four digits, hosts of a few labels.
#define DATE                                                                                                               \
  "([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))" \
  "|([1-9][0-9](0[48]|[2468][048]|[13579][26])|([2468][048]|[13579][26])00)-02-29)"
#define TIME "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
#define HOST "[A-Za-z0-9]([A-Za-z0-9-]{0,30}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,30}[A-Za-z0-9])?){0,5}"
#define DOMAIN "([A-Za-z0-9]([A-Za-z0-9-]{0,30}[A-Za-z0-9])?\\.){1,5}[A-Za-z]{2,12}"
#define BYTE "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"

constexpr std::array formats{
    Format{"date", DATE, 10},
    Format{"time", TIME, 21},
    Format{"date-time", DATE "T" TIME, 32},
    Format{"duration", "P([0-9]{1,5}D|([0-9]{1,5}D)?T([0-9]{1,2}H([0-9]{1,2}M)?([0-9]{1,2}S)?|[0-9]{1,2}M([0-9]{1,2}S)?|[0-9]{1,2}S))", 17},
    Format{"uuid", "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", 36},
    Format{"ipv4", "(" BYTE "\\.){3}" BYTE, 15},
    Format{"ipv6", "([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|::1|([0-9a-f]{1,4}:){1,3}(:[0-9a-f]{1,4}){1,3}", 39},
    Format{"hostname", HOST, 197},
    Format{"email", "[A-Za-z0-9_+-]{1,20}(\\.[A-Za-z0-9_+-]{1,20}){0,2}@" DOMAIN, 241},
    Format{"uri",
           "https?://" DOMAIN "(:[1-9][0-9]{1,3})?(/[A-Za-z0-9._~=@-]{0,60}){0,8}(\\?[A-Za-z0-9._~=&+-]{0,200})?(#[A-Za-z0-9._-]{0,60})?",
           950},
};

#undef DATE
#undef TIME
#undef HOST
#undef DOMAIN
#undef BYTE

}  // namespace

const Format *find_format(std::string_view name) {
  const auto found = std::find_if(formats.begin(), formats.end(), [&](const Format &one) { return one.name == name; });
  return found == formats.end() ? nullptr : &*found;
}

}  // namespace modelet::grammar
