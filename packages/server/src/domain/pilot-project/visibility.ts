import { STAGES, type Stage } from './stages.ts'

/** Role of a viewer towards one project. An expert who is not assigned to it is an OTHER_EXPERT. */
export const VIEWERS = [
  'APPLICANT',
  'RECOMMENDER',
  'EXPERT',
  'OTHER_EXPERT',
  'LEADER',
  'PLATFORM',
  'NATION',
  'NATION_READER',
  'ADMINISTRATOR',
  'PUBLIC',
] as const
export type Viewer = (typeof VIEWERS)[number]

/** Kinds of facts about a project. The two reviews have separate figures, because they open at different times. */
export const FACTS = [
  'MATERIALS',
  'REMARKS',
  'FORMAL_POINTS',
  'STATUS',
  'EXPERT_NAMES',
  'CONFLICTS',
  'COUNTS',
  'PRIMARY_SHEETS',
  'PRIMARY_AVERAGES',
  'PRIMARY_OUTLIERS',
  'PRIMARY_OPINIONS',
  'EXCELLENCE_SHEETS',
  'EXCELLENCE_AVERAGES',
  'EXCELLENCE_OUTLIERS',
  'EXCELLENCE_OPINIONS',
  'CONCLUSIONS',
  'FEEDBACK',
  'BIAS',
  'RANK',
  'RESULT',
  'OBJECTION',
  'OBJECTOR',
  'REPORTS',
] as const
export type Fact = (typeof FACTS)[number]

/**
 * Level of access to a fact: all of it, what the viewer was sent (remarks, objections), his own part, his group's, one
 * with the experts as numbers, or the status as 评审中. NOTHING: the property is absent from the reply, not null.
 */
export type Sight =
  | 'NOTHING'
  | 'ALL'
  | 'SENT'
  | 'OWN'
  | 'GROUP'
  | 'ANONYMOUS'
  | 'GROUP_ANONYMOUS'
  | 'IN_REVIEW'

type Rule = readonly [sight: Sight, stages: readonly Stage[]]

const since = (first: Stage): readonly Stage[] => STAGES.slice(STAGES.indexOf(first))
const between = (first: Stage, last: Stage): readonly Stage[] =>
  STAGES.slice(STAGES.indexOf(first), STAGES.indexOf(last) + 1)

const fromPrimaryOpen = since('PRIMARY_OPEN')
/** Leaders see the primary review once it is opened, except while the excellence review is sealed. */
const primaryForLeader: readonly Stage[] = ['PRIMARY_OPEN', ...since('EXCELLENCE_OPEN')]
const hiddenResult = between('PRIMARY_SEALED', 'EXCELLENCE_OPEN')

/** Shows the status, except in the stages in which it would reveal a result. */
const statusForOutsiders: readonly Rule[] = [
  ['IN_REVIEW', hiddenResult],
  ['ALL', STAGES],
]
const materialsForExpert: readonly Rule[] = [['ALL', ['PRIMARY_SEALED', 'EXCELLENCE_SEALED']]]
const from = (sight: Sight, first: Stage): readonly Rule[] => [[sight, since(first)]]

type Row = Readonly<Partial<Record<Viewer, readonly Rule[]>>>

const byOperators = (sight: Sight, stages: readonly Stage[]): Row => ({
  PLATFORM: [[sight, stages]],
  NATION: [[sight, stages]],
})

const sheets = (sealed: Stage, open: Stage, leader: readonly Stage[]): Row => ({
  EXPERT: from('OWN', sealed),
  LEADER: [['GROUP_ANONYMOUS', leader], ...from('OWN', sealed)],
  ...byOperators('ANONYMOUS', since(open)),
})

const averages = (first: Stage, leader: readonly Stage[]): Row => ({
  LEADER: [['GROUP', leader]],
  ...byOperators('ALL', since(first)),
})

const sinceExcellenceOpen = since('EXCELLENCE_OPEN')

/** What the experts wrote. Leaders read it only once all sheets of the batch are open. */
const opinions = (sealed: Stage, open: Stage): Row => sheets(sealed, open, sinceExcellenceOpen)

/** Access by fact, viewer and stage. The first rule that names the stage applies. */
const TABLE: Readonly<Record<Fact, Row>> = {
  MATERIALS: {
    APPLICANT: from('ALL', 'DRAFTING'),
    RECOMMENDER: from('ALL', 'RECOMMENDING'),
    EXPERT: materialsForExpert,
    LEADER: materialsForExpert,
    ...byOperators('ALL', since('FORMAL_CHECK')),
  },
  REMARKS: {
    APPLICANT: from('SENT', 'DRAFTING'),
    RECOMMENDER: from('SENT', 'DRAFTING'),
    ...byOperators('ALL', since('FORMAL_CHECK')),
  },
  FORMAL_POINTS: {
    APPLICANT: from('SENT', 'DRAFTING'),
    RECOMMENDER: from('SENT', 'DRAFTING'),
    ...byOperators('ALL', since('FORMAL_CHECK')),
  },
  STATUS: {
    APPLICANT: statusForOutsiders,
    RECOMMENDER: statusForOutsiders,
    EXPERT: from('OWN', 'DRAFTING'),
    LEADER: from('GROUP', 'DRAFTING'),
    ...byOperators('ALL', STAGES),
  },
  EXPERT_NAMES: {
    EXPERT: from('OWN', 'PRIMARY_SEALED'),
    LEADER: from('GROUP', 'PRIMARY_SEALED'),
    ...byOperators('ALL', since('FORMAL_CHECK')),
  },
  CONFLICTS: {
    EXPERT: from('OWN', 'FORMAL_CHECK'),
    LEADER: from('GROUP', 'FORMAL_CHECK'),
    ...byOperators('ALL', since('FORMAL_CHECK')),
  },
  COUNTS: {
    EXPERT: from('OWN', 'PRIMARY_SEALED'),
    LEADER: from('GROUP', 'PRIMARY_SEALED'),
    ...byOperators('ALL', since('PRIMARY_SEALED')),
    ADMINISTRATOR: from('ALL', 'PRIMARY_SEALED'),
  },
  PRIMARY_SHEETS: sheets('PRIMARY_SEALED', 'PRIMARY_OPEN', primaryForLeader),
  PRIMARY_AVERAGES: averages('PRIMARY_OPEN', primaryForLeader),
  PRIMARY_OUTLIERS: byOperators('ALL', fromPrimaryOpen),
  PRIMARY_OPINIONS: opinions('PRIMARY_SEALED', 'PRIMARY_OPEN'),
  EXCELLENCE_SHEETS: sheets('EXCELLENCE_SEALED', 'EXCELLENCE_OPEN', sinceExcellenceOpen),
  EXCELLENCE_AVERAGES: averages('EXCELLENCE_OPEN', sinceExcellenceOpen),
  EXCELLENCE_OUTLIERS: byOperators('ALL', sinceExcellenceOpen),
  EXCELLENCE_OPINIONS: opinions('EXCELLENCE_SEALED', 'EXCELLENCE_OPEN'),
  CONCLUSIONS: {
    APPLICANT: from('ALL', 'ANNOUNCED'),
    RECOMMENDER: from('ALL', 'ANNOUNCED'),
    LEADER: [['GROUP', sinceExcellenceOpen]],
    ...byOperators('ALL', fromPrimaryOpen),
  },
  FEEDBACK: {
    APPLICANT: from('ALL', 'PUBLICITY'),
    RECOMMENDER: from('ALL', 'PUBLICITY'),
    LEADER: [['GROUP', sinceExcellenceOpen]],
    ...byOperators('ALL', fromPrimaryOpen),
  },
  BIAS: byOperators('ALL', primaryForLeader),
  RANK: { LEADER: [['GROUP', sinceExcellenceOpen]], ...byOperators('ALL', sinceExcellenceOpen) },
  RESULT: {
    APPLICANT: from('ALL', 'PUBLICITY'),
    RECOMMENDER: from('ALL', 'PUBLICITY'),
    EXPERT: from('ALL', 'PUBLICITY'),
    LEADER: [['GROUP', sinceExcellenceOpen]],
    ...byOperators('ALL', primaryForLeader),
    PUBLIC: from('ALL', 'PUBLICITY'),
  },
  OBJECTION: {
    APPLICANT: from('SENT', 'PUBLICITY'),
    RECOMMENDER: from('SENT', 'PUBLICITY'),
    ...byOperators('ALL', since('PUBLICITY')),
  },
  OBJECTOR: byOperators('ALL', since('PUBLICITY')),
  REPORTS: {
    APPLICANT: from('ALL', 'ANNOUNCED'),
    RECOMMENDER: from('ALL', 'ANNOUNCED'),
    ...byOperators('ALL', since('ANNOUNCED')),
  },
}

/** Returns a viewer's access to a fact at a stage. Every reply, list, export and message must ask here. */
export function visible(stage: Stage, viewer: Viewer, fact: Fact): Sight {
  if (viewer === 'NATION_READER')
    return sinceExcellenceOpen.includes(stage) ? visible(stage, 'NATION', fact) : 'NOTHING'
  const rule = TABLE[fact][viewer]?.find(([, stages]) => stages.includes(stage))
  return rule?.[0] ?? 'NOTHING'
}
