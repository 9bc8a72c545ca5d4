import { useQuery } from '@tanstack/react-query'
import { fields } from '@xinchu/contract/fields'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RecordFiles } from '../../ui/record/record-files.tsx'
import { RecordFields, RecordItem } from '../../ui/record/record-group.tsx'
import { RichText } from '../../ui/rich/rich-text.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { categories } from './categories.ts'
import { type Section, sectionQueries } from './queries.ts'

const ELSEWHERE = 'sourceUrl'

/** Source link of an article, opened in a new tab. */
function SourceLink({ url }: { url: string | undefined }) {
  if (!url) return null
  return (
    <RecordItem label="来源地址" wide>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="break-all text-brand-ink hover:underline"
      >
        {url}
      </a>
    </RecordItem>
  )
}

type Related = NonNullable<Section['supersedes']>

interface RelatedLineProps {
  words: string
  entry: Related | undefined
  onOpen: ((id: number) => void) | undefined
}

function RelatedLine({ words, entry, onOpen }: RelatedLineProps) {
  if (!entry) return null
  return (
    <p>
      {words}
      <button
        type="button"
        disabled={!onOpen}
        onClick={() => onOpen?.(entry.id)}
        className="text-left text-brand-ink hover:underline"
      >
        《{entry.title}》{entry.docNo && `（${entry.docNo}）`}
      </button>
    </p>
  )
}

/** Shows the entries that an entry replaces or is replaced by, with a warning if it is no longer in force. */
function Relations({ section, onOpen }: Pick<ArticleProps, 'section' | 'onOpen'>) {
  const { supersedes, supersededBy } = section
  if (!supersedes && !supersededBy) return null
  return (
    <div
      className={`my-3 rounded-md px-3 py-2 text-s ${supersededBy ? 'bg-warning-soft text-warning' : 'bg-sunken'}`}
    >
      <RelatedLine words="本文件已被修订或替代，请见" entry={supersededBy} onOpen={onOpen} />
      <RelatedLine words="本文件修订或替代" entry={supersedes} onOpen={onOpen} />
    </div>
  )
}

interface ArticleProps {
  section: Section
  /** Opens a related entry; absent in a preview. */
  onOpen?: (id: number) => void
}

/** An entry as its readers see it. */
export function Article({ section, onOpen }: ArticleProps) {
  const { names } = categories[section.category]
  const shown = [...names, ...(section.category === 'platform' ? ['researchFields'] : [])]
  const specs = fields.SectionDraft.filter(({ name }) => shown.includes(name) && name !== ELSEWHERE)
  const { attachments = [] } = section
  return (
    <article>
      <header className="mb-4 border-brand border-b-2 pb-3 text-center">
        <h3 className="text-balance font-semibold text-lg">{section.title}</h3>
        <p className="mt-1.5 flex flex-wrap justify-center gap-x-5 text-ink-soft text-s">
          {[section.docNo, section.issueOrg ?? section.companyName ?? section.hostOrg, section.publishDate]
            .filter(Boolean)
            .map((text) => (
              <span key={text}>{text}</span>
            ))}
          {section.viewCount !== undefined && <span>浏览 {section.viewCount} 次</span>}
        </p>
      </header>
      <Relations section={section} {...(onOpen ? { onOpen } : {})} />
      {section.summary && (
        <p className="mb-3 rounded-md bg-sunken px-3 py-2 text-ink-soft">{section.summary}</p>
      )}
      {section.content && <RichText content={section.content} />}
      {attachments.length > 0 && (
        <section aria-label="附件" className="mt-4 border-line border-t pt-3 text-s">
          <RecordFiles files={attachments} />
        </section>
      )}
      <dl className="record-grid mt-4 border-line border-t pt-3 text-s">
        <RecordFields specs={specs} record={section} />
        <SourceLink url={section.sourceUrl} />
      </dl>
    </article>
  )
}

interface SectionDetailProps {
  /** The list row, without the text. */
  listed: Section
  onClose: () => void
}

/** One article with metadata, text and files. Related entries open in the same dialog. */
export function SectionDetail({ listed, onClose }: SectionDetailProps) {
  const [id, setId] = useState(listed.id)
  const { data, error, refetch } = useQuery(sectionQueries.one(listed.category, id))
  return (
    <Dialog
      open
      size="summary"
      onClose={onClose}
      title={data?.title ?? listed.title}
      footer={
        <>
          <Button onClick={() => print()}>打印</Button>
          <Button onClick={onClose}>关闭</Button>
        </>
      }
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading rows={5} />}
      {data && <Article section={data} onOpen={setId} />}
    </Dialog>
  )
}
