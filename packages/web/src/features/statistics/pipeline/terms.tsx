const TERMS: readonly (readonly [term: string, meaning: string])[] = [
  [
    '阶段',
    '按建设状态与日期，在期末逐项认定，先符合者为准：退役、终止、停运、在运、在建、备案，其余为规划。所需日期不晚于期末或未填；状态已到而日期在期末之后的，仍按前一阶段。',
  ],
  [
    '在运',
    '建设状态为在运、停运或退役，投运日期不晚于期末，且期末尚未停运、退役。规模布局统计的在运含停运。',
  ],
  ['期末 = 期初 + 转入 − 转出', '项目数逐阶段相符；功率另计核定变动，即阶段未变的项目容量的更正。'],
  [
    '未入库、移出',
    '期初不在入库数据（或不在本范围）的项目，与期末不再在其中的项目。补报：期初未入库，而进入该阶段的日期不晚于期初。在办数据没有历史，期初按同一记录的日期认定。',
  ],
  [
    '历时',
    '本期完成后一环节、两个日期都有的项目，后一日期减前一日期的天数。不足 5 个列出各项目；日期颠倒的另计，不入历时。',
  ],
  ['并网延误', '本期并网的项目，并网日期减首次提交时的计划并网日期；其后调整计划不改变。'],
  ['逾期', '期末处于规划、备案、在建，首次计划并网日期已过而尚未并网。'],
]

/** Definitions of the figures of stages, folded until asked for. */
export const PipelineTerms = () => (
  <details className="card px-4 py-3 text-s">
    <summary className="cursor-pointer">指标说明</summary>
    <dl className="mt-2 grid gap-x-3 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
      {TERMS.map(([term, meaning]) => (
        <div key={term} className="contents">
          <dt>{term}</dt>
          <dd className="text-ink-soft">{meaning}</dd>
        </div>
      ))}
    </dl>
  </details>
)
