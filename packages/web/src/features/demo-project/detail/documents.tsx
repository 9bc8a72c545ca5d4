import { useMutation } from '@tanstack/react-query'
import type { DemoProjectDetail } from '@xinchu/sdk'
import { sdk } from '../../../app/sdk.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Icon } from '../../../ui/icons.tsx'

const MATERIALS = [
  { partType: 'APPLICATION', title: '申报书', has: (project: DemoProjectDetail) => project.application },
  {
    partType: 'IMPLEMENTATION',
    title: '实施方案',
    has: (project: DemoProjectDetail) => project.implementation,
  },
] as const

type Format = 'PDF' | 'Word'

/** The materials as documents. */
export function Documents({ project }: { project: DemoProjectDetail }) {
  const downloading = useMutation({
    async mutationFn({
      partType,
      title,
      format,
    }: {
      partType: 'APPLICATION' | 'IMPLEMENTATION'
      title: string
      format: Format
    }) {
      const query = { projectId: project.id, partType }
      const { blob, fileName } = await (format === 'PDF'
        ? sdk.demoProjects.downloadPdf(query)
        : sdk.demoProjects.downloadWord(query))
      saveFile(blob, fileName ?? `${title}.${format === 'PDF' ? 'pdf' : 'docx'}`)
    },
  })
  const own = MATERIALS.filter(({ has }) => has(project))
  return (
    <section className="card" aria-label="文件">
      <h2 className="border-line border-b px-4 py-2.5 font-medium">文件</h2>
      {own.length === 0 ? (
        <p className="px-4 py-6 text-ink-faint text-s">尚无材料</p>
      ) : (
        <ul>
          {own.map(({ partType, title }) => (
            <li
              key={partType}
              className="flex items-center gap-3 border-line px-4 py-2.5 text-s not-first:border-t"
            >
              <Icon name="file" className="text-ink-faint" />
              <span className="flex-1">{title}</span>
              {(['PDF', 'Word'] as const).map((format) => (
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
          ))}
        </ul>
      )}
    </section>
  )
}
