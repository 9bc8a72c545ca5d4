import type { RepeatPair } from '@xinchu/sdk'

/** Reason why projects of an undecided pair were passed. */
export function PassReasons({ pair: { a, b, passReasons = [] } }: { pair: RepeatPair }) {
  if (passReasons.length === 0) return null
  return (
    <ul aria-label="未判定而通过的理由" className="border-line border-t px-4 py-2.5 text-s">
      {passReasons.map(({ projectId, reason, orgName, userName, time }) => (
        <li key={`${projectId} ${time}`} className="grid gap-0.5 not-first:mt-2">
          <p>
            <span className="font-medium">{(projectId === b.id ? b : a)?.projectName}</span> 未判定而通过
            <span className="ml-3 text-ink-faint text-xs">
              {orgName} {userName}　{time.slice(0, 16)}
            </span>
          </p>
          <p className="whitespace-pre-line break-words text-ink-soft">理由：{reason}</p>
        </li>
      ))}
    </ul>
  )
}
