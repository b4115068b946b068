// The one table of text styles: sizes of the scale, words or figures, ink or quiet, and where a text begins.
#pragma once

#include "charts/frame/drawing.hpp"

namespace charts::type {

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
inline constexpr Style title_value{20, Face::figures, ink, Anchor::start};  ///< the number that a reveal is about
inline constexpr Style large_value{14, Face::figures, ink, Anchor::start};
inline constexpr Style value{12, Face::figures, ink, Anchor::start};
inline constexpr Style value_middle{12, Face::figures, ink, Anchor::middle};
inline constexpr Style tick{12, Face::figures, quiet, Anchor::middle};
inline constexpr Style tick_start{12, Face::figures, quiet, Anchor::start};
inline constexpr Style tick_end{12, Face::figures, quiet, Anchor::end};

// What the scene counts: the meter's digits are the largest type there is.
inline constexpr Style digits{40, Face::figures, ink, Anchor::start};
inline constexpr Style small_digits = digits.sized(28);

// In a colour that means something. What is coloured by its plan or by who says it takes Style::in where it stands.
inline constexpr Style asked = value.in(quiet);  ///< the '?' of what is not told yet
inline constexpr Style asked_large = large_value.in(quiet);
inline constexpr Style guess_small = small.in(Role::guess);
inline constexpr Style guess_small_end = small_end.in(Role::guess);
inline constexpr Style guess_bold_end = small_bold.in(Role::guess).anchored(Anchor::end);
inline constexpr Style guess_plain_middle = plain.in(Role::guess).anchored(Anchor::middle);
inline constexpr Style guess_value_middle = value_middle.in(Role::guess);
inline constexpr Style guess_mark = large_value.in(Role::guess).anchored(Anchor::middle);
inline constexpr Style launch_small = small.in(Role::launch);
inline constexpr Style warning_end = small_end.in(Role::bad);
inline constexpr Style unfused_heading = heading.in(Role::unfused);
inline constexpr Style fused_heading_end = heading.in(Role::fused).anchored(Anchor::end);

}  // namespace charts::type
