import type { components } from '@xinchu/contract/schema'
import type { RawCell } from '@xinchu/validators/reading'
import type { ReadingMap } from '@xinchu/validators/reading/table'
import type {
  ColumnType,
  Insertable,
  InsertType,
  Selectable,
  SelectType,
  Updateable,
  UpdateType,
} from 'kysely'
import type { DB } from './gen/tables.ts'

type Schemas = components['schemas']

/** How the file of an import was understood. */
interface KeptReading extends Pick<Schemas['ImportReading'], 'sheets' | 'columns' | 'questions' | 'notes'> {
  map: ReadingMap
  keys: { moving: string; fixed: string }
  saved?: { key: string; map: ReadingMap; day: string }
}

/** Column types that the database does not know: closed dictionaries of codes, and shapes of JSON. */
type Narrowings = Checked<{
  annual_report: {
    content: Schemas['AnnualReportFields'] & Pick<Schemas['AnnualReport'], 'usageBase'>
    status: Schemas['ReportStatus']
  }
  app_user: { flag: Schemas['UserFlag']; status: Schemas['AccountStatus'] }
  assess_catalogue: { stage: Schemas['AssessStage'] }
  assess_index: {
    direction: Schemas['IndexDirection']
    index_type: Schemas['IndexType']
    stage: Schemas['AssessStage']
  }
  audit_log: {
    action_group: Schemas['AuditGroup']
    changes: Schemas['AuditRecord'][]
    record_kind: Schemas['AuditKind']
  }
  conflict_hit: {
    decision: 'EXCLUDED' | 'CLEARED'
    effect: Schemas['ConflictEffect']
    evidence: { expertValue: string; projectValue: string }
  }
  conflict_policy: { rules: Schemas['ConflictRule'][] }
  demo_formal_check: { verdict: Schemas['FormalVerdict'] }
  demo_part: {
    copied_fields: Record<string, number>
    part: Schemas['DemoPart']
    status: Schemas['PartStatus']
  }
  demo_progress: {
    content: Schemas['ProgressFields']
    quarter: Schemas['Quarter']
    status: Schemas['ReportStatus']
  }
  demo_project: {
    app_scenario: Schemas['AppScenario']
    build_status: Schemas['BuildStatus']
    excellent_type: Schemas['ExcellentType']
    excellent_type_status: Schemas['ExcellentTypeStatus']
    linked_values: Record<string, string | number>
    opened_parts: Schemas['DemoPart'][]
    recommend_type: Schemas['RecommendType']
    status: Schemas['DemoStatus']
    union_units: Schemas['UnionUnit'][]
  }
  es_project: {
    app_scenario: Schemas['AppScenario']
    build_status: Schemas['BuildStatus']
    country_status: Schemas['CountryStatus']
    data_source: Schemas['DataSource']
    declare_status: Schemas['DeclareStatus']
    hybrid_detail: Schemas['HybridPart'][]
    is_demonstration: Schemas['DemoLevel']
    period_quarter: Schemas['Quarter']
    origin_dept_id: Schemas['DeptKind']
    repeat_flag: Schemas['RepeatFlag']
  }
  assign_plan: { cells: Schemas['AssignCell'][]; stage: Schemas['ReviewStage'] }
  event_webhook: { state: Schemas['WebhookState']; types: Schemas['EventFilter'][] }
  record_event: { kind: Schemas['EventKind']; subject: Schemas['EventSubject'] }
  expert_assign: { stage: Schemas['ReviewStage']; status: Schemas['AssignStatus'] }
  expert_group: { excellent_type: Schemas['ExcellentType']; stage: Schemas['ReviewStage'] }
  expert_profile: {
    former_units: Schemas['ExpertFormerUnit'][]
    joint_work: Schemas['ExpertJointWork'][]
  }
  expert_score: { conclusion: Schemas['ReviewResult']; items: Schemas['ScoreItem'][] }
  file_info: { biz_type: Schemas['FileBizType'] }
  file_upload: { biz_type: Schemas['FileBizType'] }
  fill_time: {
    fill_type: Schemas['FillType']
    level_deadlines: Schemas['LevelDeadlines']
    quarter: Schemas['Quarter']
  }
  flow_history: { action: Schemas['FlowAction']; dept_id: Schemas['DeptKind'] }
  import_batch: {
    letters: Record<string, string>
    mode: Schemas['ImportMode']
    notes: string[] | null
    state: Schemas['ImportState']
  }
  import_map: { map: ReadingMap }
  import_reading: { map: ReadingMap | null; reading: KeptReading | null }
  import_row: {
    cells: Record<string, RawCell> | null
    errors: Schemas['ImportCellIssue'][]
    questions: (Schemas['ImportQuestion'] & { written?: Record<string, string>; ways?: string[] })[] | null
    raw: Record<string, string>
    repeats: NonNullable<Schemas['ImportRow']['repeats']>
    state: Schemas['ImportRowState']
    warnings: Schemas['ImportCellIssue'][]
  }
  index_value: {
    stage: Schemas['AssessStage']
    status: Schemas['PartStatus']
    values: Schemas['IndexValueItem'][]
  }
  menu: { type: NonNullable<Schemas['MenuNode']['type']> }
  message_push: {
    status: Schemas['MessageStatus']
    target_dept_ids: Schemas['DeptKind'][]
    target_type: Schemas['MessageTarget']
  }
  objection: {
    channel: Schemas['ObjectionChannel']
    conclusion: Schemas['ObjectionConclusion']
    finding: Schemas['ObjectionFinding']
    status: Schemas['ObjectionStatus']
  }
  objection_person: { plain: Schemas['ObjectionPerson'] }
  org: {
    dept_id: Schemas['DeptKind']
    region_group: Schemas['RegionGroup']
    review_levels: NonNullable<Schemas['Org']['reviewLevels']>
  }
  project_duplicate: { decision: Schemas['RepeatFlag']; signals: Schemas['RepeatSignal'][] }
  provincial_demo: { content: Schemas['ProvincialDemoFields']; status: Schemas['ReportStatus'] }
  review_remark: {
    entity: Schemas['ReviewEntity']
    level: Schemas['DeptKind']
    notes: Schemas['ReviewNote'][]
    origin: Schemas['RemarkOrigin']
    status: Schemas['RemarkStatus']
  }
  review_submission: { content: Record<string, unknown>; warnings: Schemas['ReviewWarning'][] }
  pinned_cards: { cards: Schemas['PinnedCards']['cards'] }
  region: { region_group: Schemas['RegionGroup'] }
  region_succession: { kind: Schemas['RegionChange'] }
  role: { data_scope: Schemas['DataScope'] }
  saved_query: { conditions: Schemas['SavedConditions']; list_name: Schemas['SavedQueryList'] }
  section_info: {
    capacity_unit: NonNullable<Schemas['SectionFields']['capacityUnit']>
    category: Schemas['SectionCategory']
    status: Schemas['SectionStatus']
  }
  usage_report: { quarter: Schemas['Quarter']; status: Schemas['ReportStatus'] }
  year_calc: {
    rows: Schemas['YearCalcRow'][]
    scope_type: Schemas['YearCalcScope']
    status: Schemas['ReportStatus']
  }
  work_report: {
    content: Omit<Schemas['WorkReportFields'], 'year' | 'reportType'>
    prefill: Schemas['WorkReportPrefill']
    report_type: Schemas['WorkReportType']
    stats: Schemas['WorkReportStats']
    status: Schemas['ReportStatus']
  }
}>

/** Refuses tables and columns that do not exist, and values that their types do not admit. */
export type Checked<
  T extends {
    [Table in keyof T]: Table extends keyof DB
      ? { [Column in keyof T[Table]]: Column extends keyof DB[Table] ? SelectType<DB[Table][Column]> : never }
      : never
  },
> = T

type Nullish<T> = Extract<T, null | undefined>

/** JSON is written as text, so only the read type is narrowed. */
type Narrowed<Column, Value> =
  unknown extends SelectType<Column>
    ? ColumnType<Value | Nullish<Column>, InsertType<Column>, UpdateType<Column>>
    : ColumnType<
        Value | Nullish<SelectType<Column>>,
        Value | Nullish<InsertType<Column>>,
        Value | Nullish<UpdateType<Column>>
      >

/** The tables as the migrations make them. */
export type Database = {
  [Table in keyof DB]: Table extends keyof Narrowings
    ? {
        [Column in keyof DB[Table]]: Column extends keyof Narrowings[Table]
          ? Narrowed<DB[Table][Column], Narrowings[Table][Column]>
          : DB[Table][Column]
      }
    : DB[Table]
}

type TableName = keyof Database

/** A row as read. */
export type Row<Table extends TableName> = Selectable<Database[Table]>

/** A row to insert. */
export type NewRow<Table extends TableName> = Insertable<Database[Table]>

/** Changes of a row. */
export type RowChanges<Table extends TableName> = Updateable<Database[Table]>
