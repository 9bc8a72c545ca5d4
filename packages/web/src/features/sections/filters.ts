import type { Filter } from '../../ui/table/filters.ts'
import type { Category, SectionListQuery } from './queries.ts'

type Name = Extract<keyof SectionListQuery, string>
type Filters = readonly Filter<Name>[]

const KEYWORD: Filter<Name> = {
  kind: 'text',
  name: 'keyword',
  label: '关键字',
  placeholder: '标题、文号、单位、摘要或正文',
}
const YEAR: Filter<Name> = { kind: 'year', name: 'year', label: '年度' }
const STATUS: Filter<Name> = { kind: 'dict', name: 'status', label: '状态', dict: 'section_status' }

const OWN: Readonly<Record<Category, Filters>> = {
  policy: [
    { kind: 'dict', name: 'policyLevel', label: '政策层级', dict: 'policy_level' },
    { kind: 'dict', name: 'policyType', label: '政策类型', dict: 'policy_type' },
    { kind: 'dict', name: 'validity', label: '政策效力', dict: 'policy_validity' },
    { kind: 'text', name: 'issueOrg', label: '发文单位' },
    { kind: 'year', name: 'year', label: '发布年份' },
  ],
  industry: [
    { kind: 'dict', name: 'chainLink', label: '产业链环节', dict: 'industry_link' },
    { kind: 'dict', name: 'techType', label: '技术路线', dict: 'tech_type' },
    YEAR,
  ],
  platform: [{ kind: 'dict', name: 'platformLevel', label: '平台级别', dict: 'platform_level' }, YEAR],
}

/** Filters of a category's list. Only editors see entries of other states. */
export const filtersFor = (category: Category, isEditor: boolean): Filters => [
  KEYWORD,
  ...OWN[category],
  ...(isEditor ? [STATUS] : []),
]
