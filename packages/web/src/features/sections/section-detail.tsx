import { useQuery } from '@tanstack/react-query'
import { fields } from '@xinchu/sdk/fields'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Paragraphs } from '../../ui/paragraphs.tsx'
import { RecordFiles } from '../../ui/record/record-files.tsx'
import { RecordFields, RecordItem } from '../../ui/record/record-group.tsx'
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

function Article({ section }: { section: Section }) {
  const { names } = categories[section.category]
  const shown = [...names, ...(section.category === 'platform' ? ['researchFields'] : [])]
  const specs = fields.SectionDraft.filter(({ name }) => shown.includes(name) && name !== ELSEWHERE)
  const { attachments = [] } = section
  return (
    <>
      {section.summary && <p className="mb-3 text-ink-soft">{section.summary}</p>}
      <dl className="record-grid text-s">
        <RecordFields specs={specs} record={section} />
        <SourceLink url={section.sourceUrl} />
      </dl>
      {section.content && (
        <div className="mt-4 border-line border-t pt-4">
          <Paragraphs content={section.content} />
        </div>
      )}
      {attachments.length > 0 && (
        <section aria-label="附件" className="mt-4 border-line border-t pt-3 text-s">
          <RecordFiles files={attachments} />
        </section>
      )}
    </>
  )
}

interface SectionDetailProps {
  /** The list row, without the text. */
  listed: Section
  onClose: () => void
}

/** One article with metadata, text and files. */
export function SectionDetail({ listed, onClose }: SectionDetailProps) {
  const { data, error, refetch } = useQuery(sectionQueries.one(listed.category, listed.id))
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={listed.title}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading rows={5} />}
      {data && <Article section={data} />}
    </Dialog>
  )
}
