import type { ReviewRecord } from '@xinchu/sdk'
import { type ReactNode, useState } from 'react'
import { GrantedLink } from '../../app/granted-link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type LeftOut, type Passing, placesOf } from './pass-model.ts'

interface BlockProps {
  icon: IconName
  tone?: string
  title: string
  count: string
  aside?: string | undefined
  children: ReactNode
}

export function Block({ icon, tone = 'border-line', title, count, aside, children }: BlockProps) {
  return (
    <section className={`overflow-hidden rounded-lg border ${tone}`}>
      <h3 className="flex flex-wrap items-center gap-2 px-3.5 py-2 font-medium">
        <Icon name={icon} />
        {title}
        <span className="rounded bg-sunken px-1.5 font-normal text-ink-soft text-s">{count}</span>
        {aside && <span className="ml-auto font-normal text-ink-soft text-s">{aside}</span>}
      </h3>
      <div className="divide-y divide-line border-line border-t text-s">{children}</div>
    </section>
  )
}

export const ProjectLink = ({ row: { id, projectName } }: { row: Passing }) => (
  <GrantedLink
    to="/esproject/detail/$id"
    params={{ id: String(id) }}
    target="_blank"
    className="min-w-0 break-words text-brand-ink hover:underline"
  >
    {projectName}
  </GrantedLink>
)

interface GoingProps {
  /** 将通过, 将退回. */
  title: string
  rows: readonly Passing[]
  goal: ReviewRecord['goals'][number] | undefined
  icon: IconName
  tone: string
}

/** Records that the batch handles, by place, with their recipient. */
export function Going({ title, rows, goal, icon, tone }: GoingProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Block
      icon={icon}
      tone={tone}
      title={title}
      count={String(rows.length)}
      aside={goal && [goal.text, goal.note].filter(Boolean).join('，')}
    >
      <div className="flex flex-wrap items-center gap-x-5 px-3.5 py-2">
        {placesOf(rows).map((place) => (
          <span key={place}>{place}</span>
        ))}
        {rows.length > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="ml-auto min-h-6 text-brand-ink hover:underline"
          >
            {isOpen ? '收起' : `看全部 ${rows.length} 件`}
          </button>
        )}
      </div>
      {isOpen && (
        <ul className="grid gap-1 px-3.5 py-2">
          {rows.map((row) => (
            <li key={row.id}>
              <ProjectLink row={row} />
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

const ACTIONS: Readonly<Record<LeftOut['action'], string>> = {
  REVIEW: '去复核',
  OPEN: '打开',
  CORRECT: '去改正',
}

/** Link to the page that handles a record left out. */
function LeftLink({ id, action }: { id: number; action: LeftOut['action'] }) {
  const className = `${buttonClass('plain')} h-7`
  if (action === 'CORRECT')
    return (
      <GrantedLink to="/esproject/declare/form" search={{ id }} className={className}>
        {ACTIONS[action]}
      </GrantedLink>
    )
  return (
    <GrantedLink
      to="/esproject/desk/index"
      search={{ kind: 'project', id: String(id) }}
      className={className}
    >
      {ACTIONS[action]}
    </GrantedLink>
  )
}

/** Records that the batch leaves out, each with the reason. */
export function LeftOutRows({
  left,
  title = '不办理，留在待办',
}: {
  left: readonly LeftOut[]
  title?: string
}) {
  if (left.length === 0) return null
  return (
    <Block icon="close" title={title} count={String(left.length)}>
      {left.map(({ row, reason, status, action }) => (
        <div key={row.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2">
          <span className="min-w-0 flex-1 basis-60">
            <ProjectLink row={row} />
          </span>
          {status && <StatusTag label={status} />}
          <span className="min-w-0 flex-1 basis-44">{reason}</span>
          <LeftLink id={row.id} action={action} />
        </div>
      ))}
    </Block>
  )
}
