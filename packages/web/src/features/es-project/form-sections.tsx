import { groups } from '@xinchu/contract/fields'
import { type FieldSpec, projectDerived } from '@xinchu/validators'
import { useForm, useFormSlice } from '../../ui/form/context.ts'
import { FilesField } from '../../ui/form/files-field.tsx'
import { FormSection } from '../../ui/form/form.tsx'
import { Output } from '../../ui/form/output.tsx'
import { RowsField } from '../../ui/form/rows-field.tsx'
import { type NavSection, SectionNav } from '../../ui/form/section-nav.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import type { FormState } from '../../ui/form/store.ts'
import { textAt } from '../../ui/form/values.ts'
import { countStates, countWords, type RemarkCounts } from '../../ui/review/remark-model.ts'
import { Coordinates } from './coordinates.tsx'
import { isShown, projectFiles, projectSpecs } from './form-model.ts'
import { useIsFixed } from './own-company.ts'
import { type FormReview, ownerOfPlace, useFormReview, useRemarkStates } from './returned/form-review.ts'
import { HiddenRemarks, WholeRemarks } from './returned/other-remarks.tsx'
import { isFolded, ReturnedField } from './returned/returned-field.tsx'

const sections = Object.entries(groups['EsProjectFields'] ?? {}).map(([key, title]) => ({
  id: `group-${key}`,
  title,
  members: projectSpecs.filter(({ group }) => group === key),
}))

const projectNav: readonly NavSection[] = sections.map(({ id, title, members }) => ({
  id,
  title,
  names: members.map(({ name }) => name),
}))

function Derived({ name }: { name: 'durationHours' | 'unitCost' }) {
  const value = useFormSlice(({ values }) => projectDerived(values)[name])
  return name === 'durationHours' ? (
    <Output label="储能时长" unit="h" value={value} hint="额定能量 ÷ 额定功率，自动计算" />
  ) : (
    <Output label="单位造价" unit="元/kWh" value={value} hint="总投资 ÷ 额定能量，自动计算" />
  )
}

function Attachments() {
  const buildStatus = useFormSlice(({ values }) => textAt(values, 'buildStatus'))
  return <FilesField name="attachmentIds" kinds={projectFiles(buildStatus)} />
}

const HYBRID_SUMS = ['ratedPower', 'ratedEnergy']

function Member({ spec: { name } }: { spec: FieldSpec }) {
  const isVisible = useFormSlice(({ values }) => isShown(name, values))
  const isFixed = useIsFixed(name)
  if (!isVisible) return null
  switch (name) {
    case 'projectName':
      return <SpecField name={name} wide />
    case 'latitude':
      // Beside the longitude, which says the same of both.
      return <SpecField name={name} hint="" />
    case 'hybridDetail':
      return <RowsField name={name} sums={HYBRID_SUMS} atMost={10} addLabel="添加技术路线" />
    case 'attachmentIds':
      return <Attachments />
    case 'longitude':
      return <SpecField name={name} hint="CGCS2000，可连同纬度一起粘贴" />
    case 'ratedEnergy':
      return (
        <>
          <SpecField name={name} />
          <Derived name="durationHours" />
        </>
      )
    case 'totalInvestment':
      return (
        <>
          <SpecField name={name} />
          <Derived name="unitCost" />
        </>
      )
    default:
      return <SpecField name={name} disabled={isFixed} />
  }
}

interface MembersProps {
  specs: readonly FieldSpec[]
  section: string
  review: FormReview | undefined
}

interface SectionProps {
  section: (typeof sections)[number]
  review: FormReview | undefined
}

/** 意见 2 处，待处理 1 of a section. */
function SectionMark({ mark }: { mark: RemarkCounts }) {
  if (mark.total === 0) return null
  return (
    <span className={`ml-auto text-s ${mark.open > 0 ? 'text-danger' : 'text-success'}`}>
      {countWords(mark)}
    </span>
  )
}

const LONGITUDE = 'longitude'
const LATITUDE = 'latitude'

/** The fields of a section. The coordinates stand side by side unless remarks stand beside them. */
function Members({ specs, section, review }: MembersProps) {
  const placed = (spec: FieldSpec) => (
    <ReturnedField key={spec.name} name={spec.name} section={section}>
      <Member spec={spec} />
    </ReturnedField>
  )
  const latitude = specs.filter(({ name }) => name === LATITUDE)
  return specs.map((spec) => {
    if (spec.name === LATITUDE) return null
    if (spec.name !== LONGITUDE) return placed(spec)
    return (
      <Coordinates key={spec.name} isPaired={review === undefined}>
        {[spec, ...latitude].map(placed)}
      </Coordinates>
    )
  })
}

function Section({ section: { id, title, members }, review }: SectionProps) {
  const { store } = useForm()
  const mark = useSectionMarks(review)[id]
  const isMember = ({ name }: FieldSpec, { values }: FormState) =>
    ownerOfPlace({ name }) === name && isShown(name, values)
  const applied = useFormSlice((state) => members.filter((spec) => isMember(spec, state)).length)
  const folded = useFormSlice(
    (state) =>
      members.filter((spec) => isMember(spec, state) && isFolded(spec.name, id, review, state, store)).length,
  )
  return (
    <FormSection
      id={id}
      title={title}
      hidden={applied > 0 && folded === applied}
      aside={mark && <SectionMark mark={mark} />}
      foot={
        folded > 0 && (
          <p className="flex gap-4 rounded-b-lg border-line border-t bg-sunken px-4 py-2 text-ink-soft text-s">
            本节另有 {folded} 项未被退回
            <button
              type="button"
              className="text-brand-ink hover:underline"
              onClick={() => review?.expand(id)}
            >
              展开<span className="sr-only">{title}</span>
            </button>
          </p>
        )
      }
    >
      <Members specs={members} section={id} review={review} />
    </FormSection>
  )
}

/** Counts the remarks of each section. */
function useSectionMarks(review: FormReview | undefined): Readonly<Record<string, RemarkCounts>> {
  const states = useRemarkStates(review?.items, review?.stored)
  return Object.fromEntries(
    sections.map(({ id, members }) => [
      id,
      countStates(
        states.filter((_, index) => {
          const place = review?.items[index]?.place
          return place !== undefined && members.some(({ name }) => name === ownerOfPlace(place))
        }),
      ),
    ]),
  )
}

/** Links to the sections, with the remarks in each. Following one shows a section that is folded away. */
export function ProjectNav() {
  const review = useFormReview()
  const marks = useSectionMarks(review)
  return <SectionNav sections={projectNav} marks={marks} {...(review ? { onGo: review.expand } : {})} />
}

/** All field groups of a project, with the remarks on it. */
export function ProjectSections() {
  const review = useFormReview()
  return (
    <>
      {review && <WholeRemarks review={review} />}
      {sections.map((section) => (
        <Section key={section.id} section={section} review={review} />
      ))}
      {review && <HiddenRemarks review={review} />}
    </>
  )
}
