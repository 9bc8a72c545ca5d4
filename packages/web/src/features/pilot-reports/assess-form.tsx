import { useState } from 'react'
import { figure } from '../../lib/figures.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { SaveStateText } from '../../ui/save-state.tsx'
import { AssessItem } from './assess-item.tsx'
import { lackOf, leavesOf, scoreOf } from './assess-model.ts'
import { AssessOutline } from './assess-outline.tsx'
import type { AssessIndex, IndexValue, IndexValueDraft } from './queries.ts'
import { useAssess } from './use-assess.ts'

interface AssessFormProps {
  of: Pick<IndexValueDraft, 'demoProjectId' | 'stage' | 'year'>
  tree: readonly AssessIndex[]
  stored: IndexValue | null
  isWindowOpen: boolean
}

type Assess = ReturnType<typeof useAssess>

const FULL = 100

/** The total, the state of saving, and the way to submit; it names what is still missing. */
function AssessBar({ assess, onAsk }: { assess: Assess; onAsk: () => void }) {
  const { indices, answers, answerOf, isOpen, isSubmitted, submitTime, autosave } = assess
  const lacking = indices.flatMap((index) => {
    const lack = lackOf(index, answerOf(index.id))
    return lack ? [`${index.code} ${index.indexName}：${lack}`] : []
  })
  return (
    <div className="card sticky bottom-0 z-10 flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 shadow-lg">
      <p className="text-s">
        自评总分{' '}
        <span className="font-semibold text-base tabular-nums">{figure(scoreOf(indices, answers))}</span> /{' '}
        {FULL}
      </p>
      {lacking.length > 0 && isOpen && (
        <details className="relative text-s">
          <summary className="cursor-pointer text-warning">还差 {lacking.length} 项</summary>
          <ul
            id="assess-lacking"
            className="absolute bottom-8 left-0 grid max-h-72 w-80 gap-1 overflow-y-auto rounded-lg border border-line bg-surface p-3 shadow-xl"
          >
            {lacking.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-3">
        {isOpen && <SaveStateText state={autosave.state} onRetry={autosave.saveNow} />}
        {isSubmitted && (
          <span className="flex items-center gap-1.5 text-ink-faint text-s">
            <Icon name="lock" size={14} />
            {submitTime?.slice(0, 16)} 提交，不能再改
          </span>
        )}
        {isOpen && (
          <Button
            look="primary"
            disabled={lacking.length > 0 || assess.isSubmitting}
            aria-describedby="assess-lacking"
            onClick={onAsk}
          >
            {lacking.length > 0 ? `提交（还差 ${lacking.length} 项）` : '提交自评'}
          </Button>
        )}
      </div>
    </div>
  )
}

/** A project's self-assessment: its indices by group, with an outline beside them. */
export function AssessForm({ of, tree, stored, isWindowOpen }: AssessFormProps) {
  const assess = useAssess({ key: of, tree, stored, isWindowOpen })
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <div className="grid items-start gap-3.5 lg:grid-cols-[236px_minmax(0,1fr)]">
        <AssessOutline tree={tree} answers={assess.answers} />
        <div className="grid min-w-0 gap-3.5">
          {tree.map((group) => (
            <section key={group.id} id={`group-${group.id}`} className="card scroll-mt-16">
              <h2 className="flex min-h-11 items-center gap-2.5 border-line border-b px-4 font-medium">
                <span className="text-ink-faint tabular-nums">{group.code}</span>
                {group.indexName}
                <span className="ml-auto font-normal text-ink-soft text-s tabular-nums">
                  自评 {figure(scoreOf(leavesOf([group]), assess.answers))} / {group.fullScore} 分
                </span>
              </h2>
              <ul>
                {leavesOf([group]).map((index) => (
                  <AssessItem
                    key={index.id}
                    index={index}
                    answer={assess.answerOf(index.id)}
                    isOpen={assess.isOpen}
                    onChange={(change) => assess.change(index.id, change)}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
      <AssessBar assess={assess} onAsk={() => setAsking(true)} />
      {isAsking && (
        <Dialog
          open
          title="提交自评"
          description={`自评总分 ${figure(scoreOf(assess.indices, assess.answers))} 分，共 ${assess.indices.length} 项。提交后不能修改，评审单位可见。`}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>取消</Button>
              <Button
                look="primary"
                busy={assess.isSubmitting}
                onClick={() => assess.submit(() => setAsking(false))}
              >
                提交
              </Button>
            </>
          }
        >
          {null}
        </Dialog>
      )}
    </>
  )
}
