import { useQuery } from '@tanstack/react-query'
import { groups } from '@xinchu/contract/fields'
import type { DemoProjectDetail, OutlineNode } from '@xinchu/sdk'
import { useState } from 'react'
import {
  type DemoPart,
  partSpecs,
  pilotRows,
  type SavedPart,
  titleOfPart,
} from '../../../records/pilot-parts.ts'
import { RecordFiles } from '../../../ui/record/record-files.tsx'
import { RecordFields, RecordGroup, RecordItem, RecordRows } from '../../../ui/record/record-group.tsx'
import { pilotQueries } from '../queries.ts'

const NAMES: Readonly<Record<string, string>> = {
  recommendOrgId: 'recommendOrgName',
  ownerGroupId: 'ownerGroupName',
  provinceCode: 'provinceName',
  cityCode: 'cityName',
  countyCode: 'countyName',
  esProjectId: 'linkedProjectCode',
}

/** Columns of a list, without the numbers that the platform gives. */
const rowSpecs = (name: string) => (pilotRows[name] ?? []).filter((spec) => spec.name !== 'id')

interface Entry {
  name: string
  no: string
  title: string
}

/** The entries that are filled in, in the order of the outline. */
const entriesOf = (nodes: readonly OutlineNode[]): readonly Entry[] =>
  nodes.flatMap(({ fieldKey, no, title, children = [] }) => [
    ...(fieldKey && fieldKey !== 'commitment' ? [{ name: fieldKey, no, title }] : []),
    ...entriesOf(children),
  ])

function Basics({ project }: { project: DemoProjectDetail }) {
  return Object.entries(groups['DemoProjectFields'] ?? {}).map(([key, title]) => {
    const specs = partSpecs.MASTER.filter(({ group }) => group === key)
    return (
      <RecordGroup key={key} title={title}>
        <RecordFields specs={specs.filter(({ kind }) => kind !== 'rows')} record={project} names={NAMES} />
        {specs
          .filter(({ kind }) => kind === 'rows')
          .map(({ name, caption }) => (
            <RecordRows key={name} label={caption} specs={rowSpecs(name)} rows={project.unionUnits} />
          ))}
      </RecordGroup>
    )
  })
}

function WrittenField({ part, name, content }: { part: SavedPart; name: string; content: object }) {
  const spec = partSpecs[part].find((each) => each.name === name)
  const value: unknown = (content as Readonly<Record<string, unknown>>)[name] // the outline names properties
  if (!spec) return null
  if (spec.kind === 'rows')
    return (
      <dl>
        <RecordRows label={spec.caption} specs={rowSpecs(name)} rows={value} />
      </dl>
    )
  if (spec.kind === 'object')
    return (
      <dl className="record-grid text-s">
        <RecordFields specs={pilotRows[name] ?? []} record={(value ?? {}) as object} />
      </dl>
    )
  if (spec.kind === 'list' && Array.isArray(value))
    return (
      <ul className="list-disc pl-5">
        {value.map((line) => (
          <li key={String(line)}>{String(line)}</li>
        ))}
      </ul>
    )
  return <p className="whitespace-pre-line break-words">{value === undefined ? '无' : String(value)}</p>
}

function Written({ part, project }: { part: 'APPLICATION' | 'IMPLEMENTATION'; project: DemoProjectDetail }) {
  const nodes = useQuery(pilotQueries.outline(part, project.techType)).data ?? []
  const content = part === 'APPLICATION' ? project.application : project.implementation
  if (!content) return <p className="card px-4 py-8 text-center text-ink-faint text-s">尚未填写</p>
  return (
    <article className="card grid gap-4 px-5 py-4 leading-relaxed">
      {entriesOf(nodes).map(({ name, no, title }) => (
        <section key={name}>
          <h2 className="mb-1 font-medium">
            {no} {title}
          </h2>
          <WrittenField part={part} name={name} content={content} />
        </section>
      ))}
    </article>
  )
}

function Brief({ project }: { project: DemoProjectDetail }) {
  const { brief } = project
  if (!brief) return <p className="card px-4 py-8 text-center text-ink-faint text-s">尚未填写</p>
  return (
    <article className="card grid gap-3 px-5 py-4 leading-relaxed">
      {partSpecs.BRIEF.filter(({ name }) => name !== 'coverFileId').map(({ name, caption }) => (
        <section key={name}>
          <h2 className="mb-1 font-medium">{caption}</h2>
          <WrittenField part="BRIEF" name={name} content={brief} />
        </section>
      ))}
      {brief.coverFile && <RecordFiles files={[brief.coverFile]} />}
    </article>
  )
}

const SHOWN: readonly DemoPart[] = ['MASTER', 'APPLICATION', 'IMPLEMENTATION', 'BRIEF', 'ATTACHMENTS']

/** The parts of an application, read-only, one at a time. */
export function Materials({ project }: { project: DemoProjectDetail }) {
  const [part, setPart] = useState<DemoPart>('MASTER')
  return (
    <section aria-label="申报材料" className="grid min-w-0 gap-3">
      <div role="tablist" aria-label="申报材料" className="card flex flex-wrap gap-x-5 px-4">
        {SHOWN.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={part === each}
            onClick={() => setPart(each)}
            className={`min-h-11 border-b-2 ${part === each ? 'border-brand font-medium text-brand-ink' : 'border-transparent text-ink-soft'}`}
          >
            {titleOfPart(each)}
            {each === 'ATTACHMENTS' && ` ${project.attachments.length}`}
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={titleOfPart(part)} className="grid min-w-0 gap-3">
        {part === 'MASTER' && <Basics project={project} />}
        {(part === 'APPLICATION' || part === 'IMPLEMENTATION') && <Written part={part} project={project} />}
        {part === 'BRIEF' && <Brief project={project} />}
        {part === 'ATTACHMENTS' && (
          <RecordGroup title="附件">
            <RecordItem label="文件" wide>
              <RecordFiles files={project.attachments} />
            </RecordItem>
          </RecordGroup>
        )}
      </div>
    </section>
  )
}
