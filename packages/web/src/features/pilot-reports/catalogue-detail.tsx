import { IndexType } from '@xinchu/contract/codes'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { DictText } from '../../ui/dict-text.tsx'
import { childrenOf, type EditedIndex, gapOf, pointsOf, sumOf } from './catalogue-model.ts'
import { IndexFields } from './index-fields.tsx'
import { ScoreRule } from './score-rule.tsx'

interface CatalogueDetailProps {
  index: EditedIndex
  rows: readonly EditedIndex[]
  isEditing: boolean
  onChange: (change: Partial<EditedIndex>) => void
  onAdd: () => void
  onRemove: () => void
  onChoose: (key: string) => void
}

function Fact({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-faint text-xs">{caption}</dt>
      <dd className="text-s">{children}</dd>
    </div>
  )
}

const boundsOf = ({ lowerBound, upperBound, unit }: EditedIndex) =>
  lowerBound === '' && upperBound === ''
    ? '不限'
    : [`${lowerBound || '不限'} 至 ${upperBound || '不限'}`, unit].filter(Boolean).join(' ')

/** Read-only view of an index. */
function Facts({ index }: { index: EditedIndex }) {
  return (
    <>
      <dl className="grid grid-cols-2 gap-4 px-4 py-3.5 sm:grid-cols-4">
        <Fact caption="满分">{index.fullScore} 分</Fact>
        {index.indexType && (
          <Fact caption="指标类型">
            <DictText dict="index_type" value={index.indexType} />
          </Fact>
        )}
        {index.direction && (
          <Fact caption="指标方向">
            <DictText dict="index_direction" value={index.direction} />
          </Fact>
        )}
        {index.indexType === IndexType.quantitative && <Fact caption="取值范围">{boundsOf(index)}</Fact>}
      </dl>
      {index.scoreRule && (
        <section className="border-line border-t px-4 py-3.5">
          <h3 className="mb-2 font-medium text-s">评分细则</h3>
          <ScoreRule rule={index.scoreRule} />
        </section>
      )}
    </>
  )
}

/** The children of an index, with their sum beside its points. */
function Children({ index, rows, onChoose }: Pick<CatalogueDetailProps, 'index' | 'rows' | 'onChoose'>) {
  const children = childrenOf(rows, index.key)
  if (children.length === 0) return null
  const gap = gapOf(pointsOf(index.fullScore), children)
  return (
    <section className="border-line border-t px-4 py-3.5">
      <h3 className="mb-2 font-medium text-s">下级指标</h3>
      <table className="w-full text-s">
        <tbody>
          {children.map((child) => (
            <tr key={child.key} className="border-line border-b">
              <td className="w-14 py-1.5 text-ink-faint tabular-nums">{child.code}</td>
              <td>
                <button
                  type="button"
                  className="text-left text-brand-ink hover:underline"
                  onClick={() => onChoose(child.key)}
                >
                  {child.indexName || '未命名'}
                </button>
              </td>
              <td className="text-right tabular-nums">{child.fullScore} 分</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <td className="py-1.5 text-ink-soft">合计</td>
            <td className="text-right font-medium tabular-nums">{sumOf(children)} 分</td>
          </tr>
        </tfoot>
      </table>
      {gap && (
        <p role="alert" className="mt-1.5 text-danger text-s">
          {gap}
        </p>
      )}
    </section>
  )
}

const LEVELS = 3

/** One index: read-only, or editable in an unpublished version. */
export function CatalogueDetail(props: CatalogueDetailProps) {
  const { index, rows, isEditing, onChange, onAdd, onRemove, onChoose } = props
  return (
    <section aria-label={`指标 ${index.code}`} className="card min-w-0">
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-1.5">
        <h2 className="font-medium">
          <span className="mr-2 text-ink-faint tabular-nums">{index.code}</span>
          {index.indexName || '未命名'}
        </h2>
        {isEditing && (
          <span className="ml-auto flex">
            {index.level < LEVELS && (
              <Button look="quiet" icon="plus" onClick={onAdd}>
                新增下级
              </Button>
            )}
            <Button look="quiet" icon="trash" onClick={onRemove}>
              删除
            </Button>
          </span>
        )}
      </header>
      {isEditing ? (
        <IndexFields index={index} hasChildren={childrenOf(rows, index.key).length > 0} onChange={onChange} />
      ) : (
        <Facts index={index} />
      )}
      <Children index={index} rows={rows} onChoose={onChoose} />
    </section>
  )
}
