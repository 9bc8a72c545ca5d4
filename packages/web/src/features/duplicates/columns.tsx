import { RepeatFlag } from '@xinchu/contract/codes'
import type { RepeatPair } from '@xinchu/sdk'
import { GrantedLink } from '../../app/granted-link.tsx'
import { fullPlace } from '../../lib/place.ts'
import { ProjectName } from '../../records/project-name.tsx'
import { decisionLabel, keptName } from '../../records/repeat/pair-words.ts'
import type { PairListQuery } from '../../records/repeat/queries.ts'
import { NameText } from '../../ui/name-text.tsx'
import { RepeatScore, repeatLevel, signalsText } from '../../ui/record/repeat-pair.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { columnsOf } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'

export const CONTRAST = '/esproject/repeat/contrast'

export const pairColumns = columnsOf<RepeatPair>([
  {
    key: 'a',
    title: '项目',
    width: 240,
    value: ({ a }) => a?.projectName,
    cell: ({ a, b }) =>
      a && (
        <GrantedLink
          to={CONTRAST}
          search={{ a: a.id, b: b.id }}
          aria-label={a.projectName}
          className="inline-flex min-h-6 max-w-full items-center align-middle font-medium text-brand-ink hover:underline"
        >
          <NameText>{a.projectName}</NameText>
        </GrantedLink>
      ),
  },
  {
    key: 'b',
    title: '疑似重复的项目',
    width: 240,
    value: ({ b }) => b.projectName,
    // The name of another party's project is hidden, and so is its page.
    cell: ({ b, masked }) => (masked ? b.projectName : <ProjectName {...b} />),
  },
  {
    key: 'score',
    title: '得分',
    sort: true,
    width: 140,
    value: ({ score }) => `${repeatLevel(score)} ${score} 分`,
    cell: ({ score }) => <RepeatScore score={score} />,
  },
  { key: 'signals', title: '重复线索', width: 330, value: ({ signals }) => signalsText(signals) },
  {
    key: 'decision',
    title: '判定',
    width: 110,
    value: decisionLabel,
    cell: (pair) => <StatusTag label={decisionLabel(pair)} />,
  },
  { key: 'place', title: '建设地点', width: 200, value: ({ a }) => a && fullPlace(a) },
  { key: 'nameSimilarity', title: '名称相似度', kind: 'number', sort: true, hidden: true },
  { key: 'distanceM', title: '距离', unit: 'm', kind: 'number', sort: true, hidden: true },
  { key: 'companyA', title: '项目单位', width: 200, hidden: true, value: ({ a }) => a?.companyName },
  { key: 'companyB', title: '对方项目单位', width: 200, hidden: true, value: ({ b }) => b.companyName },
  { key: 'foundAt', title: '发现时间', sort: true, width: 170 },
  { key: 'kept', title: '保留的项目', width: 220, hidden: true, value: keptName },
  { key: 'decidedBy', title: '判定人', hidden: true },
  { key: 'decidedAt', title: '判定时间', sort: true, width: 170, hidden: true },
])

export const pairFilters: readonly Filter<Extract<keyof PairListQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '项目名称、单位或编号' },
  { kind: 'region', label: '建设地点' },
  {
    kind: 'options',
    name: 'minScore',
    label: '得分',
    options: [
      { value: '100', label: '重复（100 分）' },
      { value: '70', label: '疑似重复及以上（70 分起）' },
    ],
  },
  {
    kind: 'options',
    name: 'repeatFlag',
    label: '判定',
    options: [RepeatFlag.suspected, RepeatFlag.duplicate, RepeatFlag.distinct].map((value) => ({
      value,
      label: decisionLabel({ decision: value }),
    })),
  },
]
