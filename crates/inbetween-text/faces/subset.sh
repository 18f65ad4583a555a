#!/bin/sh
# Makes the bundled faces from Debian's Noto fonts. Needs fonttools; run in this folder.
set -eu
noto=/usr/share/fonts/truetype/noto
cjk=/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc
options="--no-hinting --name-IDs=0,1,2,4,5,6,13,14 --notdef-outline"
latin="U+0020-007E,U+00A0-017F,U+0192,U+01FA-01FF,U+0218-021B,U+0237,U+02C6,U+02C7,U+02D8-02DD,U+0300-0304,\
U+0306-030C,U+0327,U+0328,U+0370-03FF,U+0400-045F,U+0490,U+0491,U+04B0-04B3,U+04D8,U+04D9,U+04E8,U+04E9,U+1E80-1E85,\
U+1E9E,U+2000-200F,U+2010-2027,U+202F,U+2030,U+2032,U+2033,U+2039,U+203A,U+2044,U+205F,U+2070,U+2074-2079,U+2080-2089,\
U+20A0-20BF,U+2116,U+2122,U+2126,U+212E,U+2153,U+2154,U+215B-215E,U+2190-2193,U+2202,U+2206,U+220F,U+2211,U+2212,\
U+221A,U+221E,U+222B,U+2248,U+2260,U+2264,U+2265,U+25CA,U+25CF,U+FB01-FB04,U+FFFD"
arabic="U+0020-002F,U+003A-0040,U+005B-005D,U+007B-007D,U+00A0,U+00AB,U+00BB,U+0600-0605,U+060C,U+061B,U+061E-063A,\
U+0640-0658,U+0660-0670,U+0671,U+0679,U+067E,U+0686,U+0688,U+0691,U+0698,U+06A4,U+06A9,U+06AF,U+06BA,U+06BE,\
U+06C0-06C3,U+06CC,U+06D2-06D5,U+06F0-06F9,U+200C-200F,U+2010,U+2011,U+2013,U+2014,U+2018-201D,U+2026,U+202A-202E,\
U+2066-2069,U+FD3E,U+FD3F,U+FDFC,U+FEFF"
hebrew="U+0020-002F,U+0030-0040,U+00A0,U+0590-05F4,U+200C-200F,U+20AA,U+2010-2015,U+2018-201D,U+2026,U+25CC,U+FB1D-FB4F"
east="U+0020-007E,U+3000-301F,U+3041-3096,U+3099-309F,U+30A0-30FF,U+FF01-FF5E,U+FFE5,U+2014,U+2018,U+2019,U+201C,\
U+201D,U+2026,U+00B7"
for weight in Regular Bold; do
  pyftsubset $noto/NotoSans-$weight.ttf --unicodes="$latin" $options \
    --layout-features=kern,mark,mkmk,liga,ccmp,locl,calt --output-file=NotoSans-$weight.ttf
done
pyftsubset $noto/NotoSansArabic-Regular.ttf --unicodes="$arabic" $options --layout-features='*' \
  --output-file=NotoSansArabic-Regular.ttf
pyftsubset $noto/NotoSansHebrew-Regular.ttf --unicodes="$hebrew" $options --layout-features='*' \
  --output-file=NotoSansHebrew-Regular.ttf
pyftsubset $cjk --font-number=2 --text-file=hanzi.txt --unicodes="$east" $options --desubroutinize \
  --layout-features=kern,palt,vert,ccmp --output-file=NotoSansSC-Regular.otf
