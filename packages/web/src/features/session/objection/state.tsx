import { useState } from 'react'
import { fileSize } from '../../../lib/file-size.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { Facts } from '../facts.tsx'
import { usePlatform } from '../platform-settings.ts'
import type { Found } from './look-up.tsx'
import { Withdraw } from './withdraw.tsx'

const STATES = { DONE: '已办', CURRENT: '办理中', NEXT: '未开始' } as const
const LOOKS = {
  DONE: 'border-success bg-success-soft text-success',
  CURRENT: 'border-brand bg-brand text-on-brand',
  NEXT: 'border-line-strong text-ink-faint',
} as const

function Stages({ stages, dueAt }: Pick<Found, 'stages' | 'dueAt'>) {
  return (
    <ol aria-label="办理步骤" className="grid gap-3 sm:grid-flow-col">
      {stages.map(({ name, state, time }, at) => (
        <li
          key={name}
          aria-current={state === 'CURRENT' ? 'step' : undefined}
          className="flex items-start gap-2"
        >
          <span
            aria-hidden="true"
            className={`grid size-7 shrink-0 place-items-center rounded-full border font-semibold text-s ${LOOKS[state]}`}
          >
            {state === 'DONE' ? '✓' : at + 1}
          </span>
          <span>
            <span className="block">
              {name}
              <span className="sr-only">，{STATES[state]}</span>
            </span>
            <span className="block text-ink-soft text-s">
              {time?.slice(0, 16) ??
                (state === 'CURRENT' && dueAt ? `应于 ${dueAt.slice(0, 16)} 前办理` : '')}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

const withdrawnState = (found: Found): Found => ({
  ...found,
  status: 'WITHDRAWN',
  statusLabel: '已撤回',
  mayWithdraw: false,
  stages: [...found.stages.filter(({ state }) => state === 'DONE'), { name: '撤回', state: 'DONE' }],
})

/** How far an objection is, and what was answered. */
export function FoundObjection({ found, onChange }: { found: Found; onChange: (found: Found) => void }) {
  const [isWithdrawing, setWithdrawing] = useState(false)
  const isOff = usePlatform()?.sms === 'off'
  const { receiptNo, demoCode, projectName, person, text, evidence, statusLabel } = found
  return (
    <>
      <section aria-label="办理情况" className="card grid gap-4 px-4 py-4 sm:px-5">
        <h2 className="flex flex-wrap items-baseline justify-between gap-x-4 font-medium text-base">
          {receiptNo}
          <span className="text-brand-ink text-s">{statusLabel}</span>
        </h2>
        <Stages {...found} />
        {found.answer && (
          <div className="rounded-md bg-sunken px-3 py-3">
            <Facts
              lines={[
                ['答复结论', <strong key="conclusion">{found.conclusionLabel}</strong>],
                ['答复', found.answer],
              ]}
            />
          </div>
        )}
        <Facts
          lines={[
            ['公示项目', `${demoCode} ${projectName}`],
            ['异议人', person && [person.unit, person.name, person.phone].filter(Boolean).join('，')],
            ['事实与理由', text],
            ['证明材料', evidence.map(({ fileName, size }) => `${fileName}（${fileSize(size)}）`).join('\n')],
          ]}
        />
        <p className="flex flex-wrap gap-3 print:hidden">
          <PlainButton onClick={() => print()}>打印</PlainButton>
          {found.mayWithdraw && !isWithdrawing && !isOff && (
            <PlainButton look="danger" onClick={() => setWithdrawing(true)}>
              撤回…
            </PlainButton>
          )}
        </p>
      </section>
      {found.mayWithdraw && (isWithdrawing || isOff) && (
        <Withdraw
          receiptNo={receiptNo}
          onDone={() => {
            setWithdrawing(false)
            onChange(withdrawnState(found))
          }}
        />
      )}
    </>
  )
}
