import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Select } from '../../ui/inputs.tsx'
import { SaveStateText } from '../../ui/save-state.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { CatalogueDetail } from './catalogue-detail.tsx'
import { childrenOf, gapOf, isSound, pointsOf } from './catalogue-model.ts'
import { CatalogueTree } from './catalogue-tree.tsx'
import { type AssessVersion, pilotReportMutations } from './queries.ts'
import { useCatalogue, useEditsCatalogue } from './use-catalogue.ts'

interface CatalogueBodyProps {
  version: AssessVersion
  versions: readonly AssessVersion[]
  onVersion: (version: number) => void
}

const FULL = 100

const nameOf = ({ version, current, editable }: AssessVersion) =>
  `第 ${version} 版${current ? '（现行）' : editable ? '（编辑中）' : ''}`

type Catalogue = ReturnType<typeof useCatalogue>

/** Returns the problems that prevent publication of the version, unsaved edits included. */
function problemsOf({ rows }: Catalogue): string[] {
  const top = gapOf(FULL, childrenOf(rows, undefined))
  const below = rows.flatMap((row) => {
    const children = childrenOf(rows, row.key)
    const gap = gapOf(pointsOf(row.fullScore), children)
    return gap ? [`${row.code} ${row.indexName}：${gap}`] : []
  })
  return [...(isSound(rows) ? [] : ['有指标未填写完整']), ...(top ? [`一级指标：${top}`] : []), ...below]
}

interface ActionsProps extends CatalogueBodyProps {
  catalogue: Catalogue
}

/** Creates a new version, or publishes the edited one. */
function VersionActions({ version, versions, onVersion, catalogue }: ActionsProps) {
  const [asking, setAsking] = useState<'create' | 'publish'>()
  const open = versions.find(({ editable }) => editable)
  const key = { stage: version.stage, version: version.version }
  const problems = catalogue.isEditing ? problemsOf(catalogue) : []
  const isWaiting = catalogue.isDirty || catalogue.autosave.isBusy
  return (
    <>
      {catalogue.isEditing && (
        <Button
          look="primary"
          disabled={problems.length > 0 || isWaiting}
          aria-describedby="publish-problems"
          onClick={() => setAsking('publish')}
        >
          发布
        </Button>
      )}
      {!catalogue.isEditing && open && (
        <Button onClick={() => onVersion(open.version)}>继续编辑第 {open.version} 版</Button>
      )}
      {!open && (
        <Button icon="plus" onClick={() => setAsking('create')}>
          建立新版本
        </Button>
      )}
      {asking === 'create' && (
        <ConfirmDialog
          title="建立新版本"
          description={`复制第 ${version.version} 版，可修改后发布；发布前仍用现行版本。`}
          action="建立"
          look="primary"
          write={pilotReportMutations.createVersion}
          variables={key}
          onDone={(made) => onVersion(made.version)}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'publish' && (
        <ConfirmDialog
          title={`发布第 ${version.version} 版`}
          description="发布后为现行版本，不能再改；已开始的自评与评分仍用原版本。"
          action="发布"
          look="primary"
          write={pilotReportMutations.publishVersion}
          variables={key}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

/** The bar of a version: its number, whether it is editable, and its problems. */
function VersionBar({ version, versions, onVersion, catalogue }: ActionsProps) {
  const edits = useEditsCatalogue()
  const problems = catalogue.isEditing ? problemsOf(catalogue) : []
  return (
    <div className="card flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4 py-2.5">
      <div className="w-44">
        <Select
          aria-label="版本"
          placeholder=""
          value={String(version.version)}
          options={versions.map((each) => ({ value: String(each.version), label: nameOf(each) }))}
          onValue={(no) => onVersion(Number(no))}
        />
      </div>
      <span className="flex items-center gap-1.5 text-ink-faint text-s">
        {version.editable ? (
          `由第 ${version.version - 1} 版复制，发布前不影响评审`
        ) : (
          <>
            <Icon name="lock" size={14} />
            {version.publishedAt ? `${version.publishedAt.slice(0, 10)} 发布，只读` : '只读'}
          </>
        )}
      </span>
      <div className="ml-auto flex flex-wrap items-center gap-2.5">
        {catalogue.isEditing && (
          <SaveStateText state={catalogue.autosave.state} onRetry={catalogue.autosave.saveNow} />
        )}
        {edits && (
          <VersionActions version={version} versions={versions} onVersion={onVersion} catalogue={catalogue} />
        )}
      </div>
      {problems.length > 0 && (
        <ul id="publish-problems" className="grid basis-full gap-0.5 text-danger text-s">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The tree of a version beside the selected index. */
export function CatalogueBody(props: CatalogueBodyProps) {
  const catalogue = useCatalogue(props.version)
  const { tree, rows, index, isEditing } = catalogue
  return (
    <>
      <VersionBar {...props} catalogue={catalogue} />
      {tree.error && <Failed error={tree.error} onRetry={() => void tree.refetch()} />}
      {tree.isPending && <Loading rows={10} />}
      {tree.data && !index && <Empty>这一版还没有指标</Empty>}
      {index && (
        <div className="grid items-start gap-3.5 lg:grid-cols-[280px_minmax(0,1fr)]">
          <div className="card max-h-[70dvh] overflow-y-auto">
            <CatalogueTree rows={rows} chosen={index.key} onChoose={catalogue.choose} />
            {isEditing && (
              <div className="border-line border-t p-2">
                <Button look="quiet" icon="plus" onClick={() => catalogue.add(undefined)}>
                  新增一级指标
                </Button>
              </div>
            )}
          </div>
          <CatalogueDetail
            index={index}
            rows={rows}
            isEditing={isEditing}
            onChange={catalogue.change}
            onAdd={() => catalogue.add(index)}
            onRemove={() => catalogue.remove(index.key)}
            onChoose={catalogue.choose}
          />
        </div>
      )}
    </>
  )
}
