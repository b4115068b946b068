// The one table of text styles: sizes of the scale, words or figures, ink or quiet, and where a text begins.
#pragma once

#include "charts/frame/page.hpp"

namespace charts::type {

using figure::Anchor;
using figure::Face;

inline constexpr Style title{20, Face::words_bold, ink, Anchor::start};
inline constexpr Style eyebrow{14, Face::figures, quiet, Anchor::start};  ///< the chain, above a title
inline constexpr Style heading{14, Face::words_bold, ink, Anchor::start};
inline constexpr Style large_bold{16, Face::words_bold, ink, Anchor::start};
inline constexpr Style large_bold_middle{16, Face::words_bold, ink, Anchor::middle};
inline constexpr Style small_bold{12, Face::words_bold, quiet, Anchor::start};
inline constexpr Style row_heading{12, Face::words_bold, ink, Anchor::start};

inline constexpr Style large{16, Face::words, ink, Anchor::start};
inline constexpr Style plain{14, Face::words, ink, Anchor::start};
inline constexpr Style small{12, Face::words, quiet, Anchor::start};
inline constexpr Style small_middle{12, Face::words, quiet, Anchor::middle};
inline constexpr Style small_end{12, Face::words, quiet, Anchor::end};
inline constexpr Style small_ink{12, Face::words, ink, Anchor::start};

inline constexpr Style number{16, Face::figures, ink, Anchor::start};
inline constexpr Style large_value{14, Face::figures, ink, Anchor::start};
inline constexpr Style value{12, Face::figures, ink, Anchor::start};
inline constexpr Style value_middle{12, Face::figures, ink, Anchor::middle};
inline constexpr Style tick{12, Face::figures, quiet, Anchor::middle};
inline constexpr Style tick_start{12, Face::figures, quiet, Anchor::start};
inline constexpr Style tick_end{12, Face::figures, quiet, Anchor::end};

}  // namespace charts::type
