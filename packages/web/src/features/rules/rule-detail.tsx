import type { Rule } from '@xinchu/sdk'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { severityHints } from './model.ts'

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-faint text-s">{title}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}

interface ExampleCardProps {
  title: string
  lines: readonly string[]
  isPassing: boolean
}

function ExampleCard({ title, lines, isPassing }: ExampleCardProps) {
  const tone = isPassing ? 'border-success-line' : 'border-warning-line'
  return (
    <section aria-label={title} className={`min-w-0 rounded-lg border px-2.5 py-2 ${tone}`}>
      <h3 className={`flex items-center gap-1.5 text-s ${isPassing ? 'text-success' : 'text-warning'}`}>
        <Icon name={isPassing ? 'check' : 'alert'} size={13} />
        {title}
      </h3>
      <ul className="mt-0.5 text-s leading-5">
        {lines.map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Fields with what they belong to, each of which is named once. */
function Fields({ fields }: Pick<Rule, 'fields'>) {
  const owners = [...new Set(fields.map(({ entityLabel }) => entityLabel))]
  return owners.map((owner) => (
    <p key={owner}>
      {fields
        .filter(({ entityLabel }) => entityLabel === owner)
        .map(({ label }) => label)
        .join('、')}
      <span className="text-ink-faint">（{owner}）</span>
    </p>
  ))
}

/** All texts of a rule in the book. */
export function RuleDetail({ rule }: { rule: Rule }) {
  return (
    <div className="grid gap-3.5 px-4 py-3.5">
      <p className="font-medium text-[15px] leading-6">{rule.text}</p>
      <dl className="grid gap-3.5">
        <Part title="级别说明">
          {rule.severityLabel}：{severityHints[rule.severity]}
        </Part>
        {rule.fields.length > 0 && (
          <Part title="涉及字段">
            <Fields fields={rule.fields} />
          </Part>
        )}
        {(rule.formula || rule.expression) && (
          <Part title="算法">
            {rule.formula}
            {rule.expression && (
              <code className="mt-1.5 block break-words rounded-md bg-sunken px-2 py-1.5 text-xs leading-5">
                {rule.expression}
              </code>
            )}
          </Part>
        )}
      </dl>
      <div className="grid grid-cols-2 gap-2.5">
        <ExampleCard title="不触发" lines={rule.passing.lines} isPassing />
        <ExampleCard title="触发" lines={rule.failing.lines} isPassing={false} />
      </div>
      <dl className="grid gap-3.5">
        <Part title="何时检查">{rule.moments.join('、')}</Part>
        {rule.since && <Part title="自">第 {rule.since} 版</Part>}
      </dl>
    </div>
  )
}
