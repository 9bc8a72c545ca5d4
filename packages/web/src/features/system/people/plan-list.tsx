import { RuleCode } from '../../../ui/rule-code.tsx'
import type { UserBulkPlan } from '../queries.ts'

type Item = UserBulkPlan['items'][number]

const SHOWN = 200

function Line({ item }: { item: Item }) {
  const { username, realName, orgName, effect, code, message, notes } = item
  return (
    <li className="grid gap-0.5 px-3 py-2">
      <span>
        <span className="font-medium">{realName ?? username}</span>
        <span className="ml-2 text-ink-faint">
          {username}
          {orgName && `　${orgName}`}
        </span>
      </span>
      {message ? (
        <span className="text-danger">
          不予办理：{message}
          <RuleCode code={code} />
        </span>
      ) : (
        <span className="text-ink-soft">{effect}</span>
      )}
      {notes.map((note) => (
        <span key={note} className="text-warning">
          提示：{note}
        </span>
      ))}
    </li>
  )
}

/** Planned changes per account, skipped accounts first. */
export function PlanList({ plan }: { plan: UserBulkPlan }) {
  const isLeftOut = ({ message }: Item) => message !== undefined
  const items = [...plan.items.filter(isLeftOut), ...plan.items.filter((item) => !isLeftOut(item))]
  return (
    <div className="grid gap-2 text-s">
      <p role="status">
        予以办理 <b className="tabular-nums">{plan.allowed}</b> 个，不予办理{' '}
        <b className="tabular-nums">{plan.refused}</b> 个
      </p>
      <ul
        className="max-h-[36dvh] divide-y divide-line overflow-auto rounded-md border border-line"
        aria-label="办理方案"
      >
        {items.slice(0, SHOWN).map((item) => (
          <Line key={item.id} item={item} />
        ))}
      </ul>
      {items.length > SHOWN && (
        <p className="text-ink-faint text-xs">
          仅列出前 {SHOWN} 个，不予办理的在前；其余 {items.length - SHOWN} 个同样按方案办理。
        </p>
      )}
    </div>
  )
}
