import { RemarkStatus } from '@xinchu/sdk/codes'
import type { ReactNode } from 'react'
import { RecordFiles } from '../../ui/record/record-files.tsx'
import type { Change } from '../../ui/review/change-list.tsx'
import { filesOf } from './content.tsx'
import { useDeskParts } from './desk-context.ts'
import { FieldRow } from './field-row.tsx'

/** A card of the record with a title line. */
export function Card({
  id,
  title,
  aside,
  tone = '',
  children,
}: {
  id?: string
  title: ReactNode
  aside?: ReactNode
  tone?: string
  children?: ReactNode
}) {
  return (
    <section id={id} tabIndex={-1} className={`card overflow-hidden ${tone}`}>
      <header className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
        {typeof title === 'string' ? <h3 className="font-medium text-body">{title}</h3> : title}
        {aside && <span className="ml-auto text-ink-faint text-xs">{aside}</span>}
      </header>
      {children && <div className="divide-y divide-line border-line border-t">{children}</div>}
    </section>
  )
}

const changeAt = (changes: readonly Change[], field: string | undefined) =>
  field === undefined ? undefined : changes.find((change) => change.field === field)

/** The record in its groups, with changes in place. */
export function RecordGroups() {
  const { open, preview } = useDeskParts()
  const changes = open.changes?.changes ?? []
  const files = filesOf(open.content)
  const remarks = open.record?.remarks ?? []
  return (
    <>
      {open.sections.map(({ key, title, lines }) => {
        const count = remarks.filter(
          ({ field, status }) => status !== RemarkStatus.closed && lines.some((line) => line.field === field),
        )
        return (
          <Card
            key={key}
            id={`desk-${key}`}
            title={title}
            aside={count.length > 0 ? `${count.length} 处意见` : `${lines.length} 项`}
          >
            {lines.map((line) => (
              <FieldRow
                key={line.field ?? line.caption}
                field={line.field}
                caption={line.caption}
                kind={line.kind}
                change={changeAt(changes, line.field)}
              >
                {line.content}
              </FieldRow>
            ))}
          </Card>
        )
      })}
      {files.length > 0 && (
        <Card id="desk-files" title="附件" aside={`${files.length} 个`}>
          <FieldRow field="attachmentIds" caption="附件" kind="list">
            <RecordFiles files={files} onOpen={preview} />
          </FieldRow>
        </Card>
      )}
    </>
  )
}
