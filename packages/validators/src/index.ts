export type { RuleCode } from './book/texts.ts'
export { toChineseNumber } from './chinese-number.ts'
export {
  type FillWindow,
  isExtension,
  isSamePeriod,
  isStanding,
  latestWindows,
  missingPeriods,
  nextWindow,
  windowPeriod,
  windowWarnings,
} from './fill-time/window.ts'
export { grouped } from './grouped.ts'
export { codes, messages } from './messages.ts'
export { numberKey } from './number-key.ts'
export {
  checkPilotApplication,
  checkPilotBrief,
  checkPilotImplementation,
  checkPilotProject,
  LEAST_ROWS,
} from './pilot/check.ts'
export { CONFLICT_STATES } from './pilot/conflict-states.ts'
export {
  EVIDENCE_BOUNDS,
  EVIDENCE_ENDINGS,
  evidenceFault,
  filerGaps,
  isEvidenceName,
  isEvidenceTooLarge,
  isObjectionTextShort,
  OBJECTION_WORDS,
} from './pilot/objection.ts'
export {
  checkProgress,
  expectedCumulative,
  isLate,
  type MilestoneState,
  type ProgressContext,
  type QuarterDays,
} from './pilot/progress.ts'
export { BRIEF_WORDS, countWords, DEPARTURE_WORDS, FEEDBACK_LENGTH } from './pilot/words.ts'
export { isPlaceholder } from './placeholder.ts'
export { isBuildStatusMove } from './project/build-status.ts'
export { type ProjectDerived, projectDerived } from './project/derived.ts'
export { checkProject } from './project/index.ts'
export { boxesToday, type MappedDivision, type PlaceBox, type PlaceBoxes } from './project/place-boxes.ts'
export { needsRecordProof } from './project/record-proof.ts'
export { repeatScores } from './project/repeat-score.ts'
export {
  flowEnds,
  type PipelineStage,
  pipelineStages,
  type StageDate,
  type StageFacts,
  type StageRule,
  spanNames,
  stageAt,
  stageNames,
  stageRules,
} from './project/stage.ts'
export {
  checkField,
  checkRecord,
  type FieldKind,
  type FieldSpec,
  type Issue,
  isRequired,
  issue,
  issueOf,
  type RecordValues,
  type Stage,
} from './record.ts'
export { type RuleName, rules } from './registry.ts'
export { FILL_TYPE_OF_REVIEWED, REVIEWED_KINDS, type ReviewedKind, STAYING_ACTIONS } from './reviewed.ts'
export { roundTo } from './round.ts'
export { type Fault, isEmpty, type Rule } from './rule.ts'
export { ACCOUNT_TEXT, account, accountAscii } from './rules/account.ts'
export { maxLength, type Range, range } from './rules/bounds.ts'
export { latitude, longitude } from './rules/coordinates.ts'
export { completeCreditCode, creditCode } from './rules/credit-code.ts'
export { date, dateOrder, isCalendarDate, isKnownYear } from './rules/date.ts'
export { type DecimalOptions, decimal, decimal4, decimal4OrZero, decimalsOf } from './rules/decimal.ts'
export { email } from './rules/email.ts'
export { idCard, idCardChecked } from './rules/id-card.ts'
export { ip, ipStrict } from './rules/ip.ts'
export { mobile, mobileCarrier } from './rules/mobile.ts'
export { nationalCode } from './rules/national-code.ts'
export { nonEmpty } from './rules/non-empty.ts'
export { nonNegativeInteger } from './rules/non-negative-integer.ts'
export { password } from './rules/password.ts'
export { isPlainText, LONG_TEXT, plainText, toPlainLine } from './rules/plain-text.ts'
export { type Division, regionCode, regionConsistent } from './rules/region.ts'
export { type Severity, severityOf } from './severity.ts'
export { type RuleValue, type StandardResult, type StandardSchema, standardOf } from './standard.ts'
export { type AsOfBatch, asOfWords, periodAsOf, sourceAsOf } from './statistics/as-of.ts'
export {
  type ChangeBase,
  type ChangeBases,
  type ChangeRequest,
  changeBases,
  endName,
  isStoredPeriod,
  PROVISIONAL_MARK,
} from './statistics/change-bases.ts'
export { columnDecimals } from './statistics/column-decimals.ts'
export { columnQuantity } from './statistics/column-quantity.ts'
export {
  type CompareMode,
  chosenPlaces,
  compareModeIn,
  defaultBase,
  WHOLE,
} from './statistics/compared-sides.ts'
export {
  apartFromPage,
  type CountedName,
  countedFigures,
  isCountedName,
  isLaterYear,
  rowsQuery,
} from './statistics/counted-figures.ts'
export { isEmbeddable } from './statistics/embed.ts'
export { AT_PRESENT, type FileFacts, fileLine, periodWords, totalWords } from './statistics/file-line.ts'
export { nationalGoal } from './statistics/goal.ts'
export {
  MISSING_TERMS,
  type MissingReports,
  missingParts,
  missingReports,
  missingTerm,
} from './statistics/missing-reports.ts'
export {
  askedPeriod,
  asOfIn,
  inLists,
  isOtherGroup,
  isPublished,
  KIND_FILTERS,
  type KindFilter,
  NOW,
  type PageLevel,
  type PageSearch,
  type PlaceCodes,
  pageKinds,
  pagePlace,
  periodOf,
  pipelineSides,
  placeCodesIn,
  placeWithin,
  REPORT_PERIODS,
  scaleSides,
  USE_PERIODS,
  valuesAt,
} from './statistics/page-conditions.ts'
export {
  type Amount,
  amountOf,
  type GroupPair,
  groupPairs,
  merged,
  percentOf,
  ranksOf,
  sumOf,
  type Total,
  totalOf,
  withinPlace,
} from './statistics/pairs.ts'
export { PERIOD_STATUS, periodText, type SourcePeriod } from './statistics/period-status.ts'
export { quantity } from './statistics/quantity.ts'
export { REPORT_TERMS, type ReportTerm, reportTermsText } from './statistics/report-terms.ts'
export {
  movesPublished,
  RESTATEMENT_REASON,
  type RestatementFacts,
  restatementText,
  withdrawalReason,
} from './statistics/restatement-text.ts'
export {
  type Coverage,
  coverageText,
  type FigureState,
  figureState,
  figureStatus,
  ledgerSource,
  mapSource,
  pipelineSource,
  quarterName,
  SNAPSHOT_CAPTION,
  type SnapshotOrigin,
  type SourcePart,
  STATE_CAPTIONS,
  scaleSource,
  snapshotText,
  sourceCaptions,
  usageSource,
} from './statistics/source-line.ts'
export {
  isRunningYear,
  type Years,
  yearMonths,
  yearName,
  yearState,
} from './statistics/year-rows.ts'
export { checkUsage } from './usage/check.ts'
export { compareUsage } from './usage/compare.ts'
export { type Facility, revenueFields, type UsageDerived, usageDerived } from './usage/derived.ts'
export { type UsageIndicator, usageIndicators } from './usage/indicators.ts'
export {
  closedQuarter,
  firstDueQuarter,
  periodHours,
  type Quarter,
  quarterAfter,
  quarterDays,
  quarterOf,
} from './usage/period.ts'
export { prefillUsage } from './usage/prefill.ts'
export { wordsOf } from './words.ts'
export { checkYearCalc, compareYearCalc } from './year-calc/check.ts'
export {
  completeYearCalcRow,
  sumYearCalcRows,
  type YearCalcFigure,
  type YearCalcRow,
  yearCalcFigures,
  yearEnd,
} from './year-calc/rows.ts'
