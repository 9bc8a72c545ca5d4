import { useMutation } from '@tanstack/react-query'
import type { DemoProjectDetail } from '@xinchu/sdk'
import { GrantedLink } from '../../../app/granted-link.tsx'
import { sdkOf } from '../../../app/pilot-sdk.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Icon } from '../../../ui/icons.tsx'
import { pilotQueries } from '../queries.ts'
import { type IssuedDocument, isIssued, issuedFor } from './life-model.ts'

type PartType = 'APPLICATION' | 'IMPLEMENTATION' | 'BRIEF'
type Format = 'PDF' | 'Word'

interface Material {
  partType: PartType
  title: string
  formats: readonly Format[]
  has: (project: DemoProjectDetail) => boolean
}

const MATERIALS: readonly Material[] = [
  {
    partType: 'APPLICATION',
    title: '申报书',
    formats: ['PDF', 'Word'],
    has: ({ application }) => application !== undefined,
  },
  {
    partType: 'IMPLEMENTATION',
    title: '实施方案',
    formats: ['PDF', 'Word'],
    has: ({ implementation }) => implementation !== undefined,
  },
  { partType: 'BRIEF', title: '项目简介', formats: ['PDF'], has: ({ brief }) => brief !== undefined },
]

/** T6KE-8M2P-R2NB: a code as the documents print it. */
const grouped = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code

/** Version, pages and code of an issued document. */
function Issued({ document: { submissionNo, pages, code } }: { document: IssuedDocument }) {
  return (
    <span className="block text-ink-faint text-xs">
      第 {submissionNo} 次提交 · {pages} 页
      <a
        href={`/verify?code=${code}`}
        target="_blank"
        rel="noreferrer"
        className="block whitespace-nowrap tabular-nums hover:text-brand-ink hover:underline"
      >
        核验码 {grouped(code)}
      </a>
    </span>
  )
}

/** Downloads a part of an application as a document. */
export function useDownload(project: DemoProjectDetail) {
  return useMutation({
    async mutationFn(
      { partType, title, format }: Pick<Material, 'partType' | 'title'> & { format: Format },
      { client },
    ) {
      const sdk = sdkOf(client)
      const projectId = project.id
      const { blob, fileName } =
        format === 'Word' && partType !== 'BRIEF'
          ? await sdk.demoProjects.downloadWord({ projectId, partType })
          : await sdk.demoProjects.downloadPdf({ projectId, partType })
      saveFile(blob, fileName ?? `${title}.${format === 'PDF' ? 'pdf' : 'docx'}`)
      // The code is given with the first copy.
      if (format === 'PDF') await client.invalidateQueries(pilotQueries.one(projectId))
    },
  })
}

const row = 'flex items-start gap-3 border-line px-4 py-2.5 text-s not-first:border-t'

/** The materials and the annual reports as documents, with the codes that confirm them. */
export function Documents({ project }: { project: DemoProjectDetail }) {
  const { documents = [], life = [] } = project
  const downloading = useDownload(project)
  const own = MATERIALS.filter(({ has }) => has(project))
  const annual = life.filter(isIssued)
  return (
    <section className="card" aria-label="文件">
      <h2 className="flex items-center justify-between border-line border-b px-4 py-2.5 font-medium">
        文件
        {documents.length > 0 && <span className="font-normal text-ink-faint text-xs">均可按核验码验真</span>}
      </h2>
      {own.length + annual.length === 0 ? (
        <p className="px-4 py-6 text-ink-faint text-s">尚无材料</p>
      ) : (
        <ul>
          {own.map(({ partType, title, formats }) => {
            const issued = documents.find(({ kind }) => kind === partType)
            return (
              <li key={partType} className={row}>
                <Icon name="file" className="mt-0.5 text-ink-faint" />
                <span className="min-w-0 flex-1">
                  {title}
                  {issued && <Issued document={issued} />}
                </span>
                {formats.map((format) => (
                  <button
                    key={format}
                    type="button"
                    disabled={downloading.isPending}
                    aria-label={`下载${title} ${format}`}
                    className="min-h-6 text-brand-ink hover:underline disabled:opacity-50"
                    onClick={() => downloading.mutate({ partType, title, format })}
                  >
                    {format}
                  </button>
                ))}
              </li>
            )
          })}
          {annual.map((line) => {
            const { title, link = '', statusLabel } = line
            const [issued] = issuedFor(line, documents)
            return (
              <li key={title} className={row}>
                <Icon name="file" className="mt-0.5 text-ink-faint" />
                <span className="min-w-0 flex-1">
                  {title}
                  {issued ? (
                    <Issued document={issued} />
                  ) : (
                    <span className="block text-ink-faint text-xs">{statusLabel}</span>
                  )}
                </span>
                <GrantedLink
                  to={link}
                  aria-label={`打开${title}`}
                  className="min-h-6 text-brand-ink hover:underline"
                >
                  打开
                </GrantedLink>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
