import { STAGES } from '../../src/domain/pilot-project/stages.ts'
import type { Fact, Sight, Viewer } from '../../src/domain/pilot-project/visibility.ts'

/**
 * Each line: how much a viewer sees in the stages 0 drafting, 1 recommending, 2 formal check, 3 primary review sealed,
 * 4 opened, 5 excellence review sealed, 6 opened, 7 publicity, 8 announced. A letter stands for a sight, a dot for nothing.
 */
const LETTERS: Readonly<Record<string, Sight>> = {
  '.': 'NOTHING',
  A: 'ALL',
  S: 'SENT',
  O: 'OWN',
  G: 'GROUP',
  N: 'ANONYMOUS',
  n: 'GROUP_ANONYMOUS',
  r: 'IN_REVIEW',
}

const MATRIX = `
MATERIALS             APPLICANT      AAAAAAAAA
MATERIALS             RECOMMENDER    .AAAAAAAA
MATERIALS             EXPERT         ...A.A...
MATERIALS             LEADER         ...A.A...
MATERIALS             PLATFORM       ..AAAAAAA
MATERIALS             NATION         ..AAAAAAA
REMARKS               APPLICANT      SSSSSSSSS
REMARKS               RECOMMENDER    SSSSSSSSS
REMARKS               PLATFORM       ..AAAAAAA
REMARKS               NATION         ..AAAAAAA
FORMAL_POINTS         APPLICANT      SSSSSSSSS
FORMAL_POINTS         RECOMMENDER    SSSSSSSSS
FORMAL_POINTS         PLATFORM       ..AAAAAAA
FORMAL_POINTS         NATION         ..AAAAAAA
STATUS                APPLICANT      AAArrrrAA
STATUS                RECOMMENDER    AAArrrrAA
STATUS                EXPERT         OOOOOOOOO
STATUS                LEADER         GGGGGGGGG
STATUS                PLATFORM       AAAAAAAAA
STATUS                NATION         AAAAAAAAA
EXPERT_NAMES          EXPERT         ...OOOOOO
EXPERT_NAMES          LEADER         ...GGGGGG
EXPERT_NAMES          PLATFORM       ..AAAAAAA
EXPERT_NAMES          NATION         ..AAAAAAA
CONFLICTS             EXPERT         ..OOOOOOO
CONFLICTS             LEADER         ..GGGGGGG
CONFLICTS             PLATFORM       ..AAAAAAA
CONFLICTS             NATION         ..AAAAAAA
COUNTS                EXPERT         ...OOOOOO
COUNTS                LEADER         ...GGGGGG
COUNTS                PLATFORM       ...AAAAAA
COUNTS                NATION         ...AAAAAA
COUNTS                ADMINISTRATOR  ...AAAAAA
PRIMARY_SHEETS        EXPERT         ...OOOOOO
PRIMARY_SHEETS        LEADER         ...OnOnnn
PRIMARY_SHEETS        PLATFORM       ....NNNNN
PRIMARY_SHEETS        NATION         ....NNNNN
PRIMARY_AVERAGES      LEADER         ....G.GGG
PRIMARY_AVERAGES      PLATFORM       ....AAAAA
PRIMARY_AVERAGES      NATION         ....AAAAA
PRIMARY_OUTLIERS      PLATFORM       ....AAAAA
PRIMARY_OUTLIERS      NATION         ....AAAAA
PRIMARY_OPINIONS      EXPERT         ...OOOOOO
PRIMARY_OPINIONS      LEADER         ...OOOnnn
PRIMARY_OPINIONS      PLATFORM       ....NNNNN
PRIMARY_OPINIONS      NATION         ....NNNNN
EXCELLENCE_SHEETS     EXPERT         .....OOOO
EXCELLENCE_SHEETS     LEADER         .....Onnn
EXCELLENCE_SHEETS     PLATFORM       ......NNN
EXCELLENCE_SHEETS     NATION         ......NNN
EXCELLENCE_AVERAGES   LEADER         ......GGG
EXCELLENCE_AVERAGES   PLATFORM       ......AAA
EXCELLENCE_AVERAGES   NATION         ......AAA
EXCELLENCE_OUTLIERS   PLATFORM       ......AAA
EXCELLENCE_OUTLIERS   NATION         ......AAA
EXCELLENCE_OPINIONS   EXPERT         .....OOOO
EXCELLENCE_OPINIONS   LEADER         .....Onnn
EXCELLENCE_OPINIONS   PLATFORM       ......NNN
EXCELLENCE_OPINIONS   NATION         ......NNN
CONCLUSIONS           APPLICANT      ........A
CONCLUSIONS           RECOMMENDER    ........A
CONCLUSIONS           LEADER         ......GGG
CONCLUSIONS           PLATFORM       ....AAAAA
CONCLUSIONS           NATION         ....AAAAA
FEEDBACK              APPLICANT      .......AA
FEEDBACK              RECOMMENDER    .......AA
FEEDBACK              LEADER         ......GGG
FEEDBACK              PLATFORM       ....AAAAA
FEEDBACK              NATION         ....AAAAA
BIAS                  PLATFORM       ....A.AAA
BIAS                  NATION         ....A.AAA
RANK                  LEADER         ......GGG
RANK                  PLATFORM       ......AAA
RANK                  NATION         ......AAA
RESULT                APPLICANT      .......AA
RESULT                RECOMMENDER    .......AA
RESULT                EXPERT         .......AA
RESULT                LEADER         ......GGG
RESULT                PLATFORM       ....A.AAA
RESULT                NATION         ....A.AAA
RESULT                PUBLIC         .......AA
OBJECTION             APPLICANT      .......SS
OBJECTION             RECOMMENDER    .......SS
OBJECTION             PLATFORM       .......AA
OBJECTION             NATION         .......AA
OBJECTOR              PLATFORM       .......AA
OBJECTOR              NATION         .......AA
REPORTS               APPLICANT      ........A
REPORTS               RECOMMENDER    ........A
REPORTS               PLATFORM       ........A
REPORTS               NATION         ........A
`

const expected = new Map(
  MATRIX.trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([fact, viewer, letters = '']) => [
      `${fact} ${viewer}`,
      [...letters].map((letter) => LETTERS[letter]),
    ]),
)

/** A query account of the nation sees what the nation sees, from the opening of the excellence review on. */
export function expectedSights(fact: Fact, viewer: Viewer): (Sight | undefined)[] {
  if (viewer === 'NATION_READER')
    return expectedSights(fact, 'NATION').map((sight, stage) => (stage < 6 ? 'NOTHING' : sight))
  return expected.get(`${fact} ${viewer}`) ?? STAGES.map(() => 'NOTHING')
}
