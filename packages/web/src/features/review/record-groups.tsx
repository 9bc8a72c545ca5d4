import { RemarkStatus } from '@xinchu/contract/codes'
import type { ReactNode } from 'react'
import { RecordFiles } from '../../ui/record/record-files.tsx'
import type { Change } from '../../ui/review/change-list.tsx'
import { useDeskParts } from './desk-context.ts'
import { FieldRow } from './field-row.tsx'

/** A card of the record with a title line. */
export function Card({
  id,
  title,
  aside,
  tone = '',
  body = 'divide-y divide-line',
  children,
}: {
  id?: string
  title: ReactNode
  aside?: ReactNode
  tone?: string
  /** Layout of the rows. */
  body?: string
  children?: ReactNode
}) {
  return (
    <section id={id} tabIndex={-1} className={`card overflow-hidden ${tone}`}>
      <header className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
        {typeof title === 'string' ? <h3 className="font-medium text-body">{title}</h3> : title}
        {aside && <span className="ml-auto text-ink-faint text-xs">{aside}</span>}
      </header>
      {children && <div className={`border-line border-t ${body}`}>{children}</div>}
    </section>
  )
}

const changeAt = (changes: readonly Change[], field: string | undefined) =>
  field === undefined ? undefined : changes.find((change) => change.field === field)

/** Two columns of rows where there is room, with lines above all but the first row. */
const COLUMNS =
  'grid grid-cols-2 overflow-hidden max-sm:grid-cols-1 [&>*]:-mt-px [&>*]:border-line [&>*]:border-t'

/** Pairs adjacent rows that fit half a line. The others take a whole line. */
function halvesOf(fits: readonly boolean[]): boolean[] {
  const halves = fits.map(() => false)
  for (let index = 0; index + 1 < fits.length; index += 1) {
    if (!fits[index] || !fits[index + 1]) continue
    halves.fill(true, index, index + 2)
    index += 1
  }
  return halves
}

/** The record in its groups, with changes in place. */
export function RecordGroups() {
  const { open, preview } = useDeskParts()
  const changes = open.changes?.changes ?? []
  const groups = open.files
  const remarks = open.record?.remarks ?? []
  return (
    <>
      {open.sections.map(({ key, title, lines }) => {
        const count = remarks.filter(
          ({ field, status }) => status !== RemarkStatus.closed && lines.some((line) => line.field === field),
        )
        const halves = halvesOf(lines.map((line) => !line.isWide && !changeAt(changes, line.field)))
        return (
          <Card
            key={key}
            id={`desk-${key}`}
            title={title}
            aside={count.length > 0 ? `${count.length} 处意见` : `${lines.length} 项`}
            body={COLUMNS}
          >
            {lines.map((line, index) => (
              <FieldRow
                key={line.field ?? line.caption}
                field={line.field}
                caption={line.caption}
                kind={line.kind}
                change={changeAt(changes, line.field)}
                isHalf={halves[index] ?? false}
              >
                {line.content}
              </FieldRow>
            ))}
          </Card>
        )
      })}
      {groups.length > 0 && (
        <Card
          id="desk-files"
          title="附件"
          aside={`${groups.reduce((sum, { files }) => sum + files.length, 0)} 个`}
        >
          {groups.map(({ field, caption, files }) => (
            <FieldRow key={field} field={field} caption={caption} kind="list">
              <RecordFiles files={files} onOpen={preview} />
            </FieldRow>
          ))}
        </Card>
      )}
    </>
  )
}
