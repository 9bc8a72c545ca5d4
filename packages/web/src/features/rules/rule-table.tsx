import type { Rule } from '@xinchu/sdk'
import { GrantedLink } from '../../app/granted-link.tsx'
import { Empty } from '../../ui/states.tsx'
import { fieldsOf } from './model.ts'
import { SeverityTag } from './severity-tag.tsx'

const HEADS = [
  ['编号', 'w-[84px]'],
  ['级别', 'w-[62px]'],
  ['涉及字段', 'w-[142px] max-lg:hidden'],
  ['规则', ''],
  ['何时检查', 'w-[124px] max-md:hidden'],
] as const

const CELL = 'px-3 py-2 align-top first:pl-4'

function Row({ rule, isChosen }: { rule: Rule; isChosen: boolean }) {
  const { code } = rule
  const fields = fieldsOf(rule)
  return (
    <tr
      className={`relative border-line border-t ${isChosen ? 'bg-brand-soft' : 'hover:bg-hover'}`}
      aria-current={isChosen || undefined}
    >
      <td className={CELL}>
        {/* The link covers the row. */}
        <GrantedLink
          to="/rules/$code"
          params={{ code }}
          resetScroll={false}
          className="text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {code}
        </GrantedLink>
      </td>
      <td className={CELL}>
        <SeverityTag rule={rule} />
      </td>
      <td className={`${CELL} truncate max-lg:hidden`} title={fields}>
        {fields}
      </td>
      <td className={CELL}>{rule.text}</td>
      <td className={`${CELL} text-ink-soft text-s max-md:hidden`}>{rule.moments.join('、')}</td>
    </tr>
  )
}

interface RuleTableProps {
  rules: readonly Rule[]
  chosen: string | undefined
}

/** The rules that were found. */
export function RuleTable({ rules, chosen }: RuleTableProps) {
  return (
    <div className="card min-w-0 overflow-clip">
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">规则</caption>
        <thead className="bg-sunken text-left text-ink-soft">
          <tr>
            {HEADS.map(([head, width]) => (
              <th key={head} scope="col" className={`px-3 py-2 font-normal first:pl-4 ${width}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <Row key={rule.code} rule={rule} isChosen={rule.code === chosen} />
          ))}
        </tbody>
      </table>
      {rules.length === 0 && <Empty>没有符合条件的规则</Empty>}
      <p role="status" className="border-line border-t px-4 py-2 text-ink-soft text-s">
        共 {rules.length} 条
      </p>
    </div>
  )
}
