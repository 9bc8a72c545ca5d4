/** Moments at which a rule is checked. */
export type Moment =
  | '填报'
  | '保存'
  | '提交'
  | '导入'
  | '审核'
  | '登录'
  | '注册'
  | '上传'
  | '核验'
  | '管理'
  | '统计'

type Values = Readonly<Record<string, unknown>>

/**
 * An example that a rule lets pass or refuses. All but `words` can be executed: a field by `checkField`, a cell by
 * `readCell`, a project by
 * `checkProject`, a report by `checkUsage` and `compareUsage`, a calculation by `checkYearCalc` and `compareYearCalc`, a
 * change of the construction status by `isBuildStatusMove`.
 */
export type Example =
  | { readonly cell: Values; readonly spec: Values; readonly by?: string }
  | { readonly spec: Values; readonly value: unknown }
  | { readonly project: Values; readonly today?: string }
  | { readonly usage: Values; readonly facility?: Values; readonly previous?: Values }
  | {
      readonly calculation: Values
      readonly warehouse?: readonly Values[]
      readonly lower?: readonly Values[]
    }
  | { readonly from: string; readonly to: string }
  | { readonly words: readonly string[] }

/** A rule of the book in words. Its code is its key, its severity is `severityOf(code)`. */
export interface RuleText {
  /** The check, in one line. */
  readonly text: string
  /** The formula, in words and as an expression over the properties of the contract. */
  readonly formula?: string
  readonly expression?: string
  /** Schema and properties of the contract, such as `EsProject.ratedPower`; none if it holds for any field. */
  readonly fields?: readonly string[]
  readonly when: readonly Moment[]
  /** The first version that checks it. */
  readonly since: string
  readonly passes: Example
  readonly fails: Example
}
