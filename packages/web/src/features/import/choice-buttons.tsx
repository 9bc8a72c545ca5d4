import type { ImportQuestion } from '@xinchu/sdk'
import { Button } from '../../ui/button.tsx'

interface ChoiceButtonsProps {
  question: ImportQuestion
  isBusy: boolean
  onChoose: (choice: string) => void
}

/** The choices of a question as buttons. Each tells what it answers, for who does not see the question beside it. */
export function ChoiceButtons({
  question: { caption, original, choices },
  isBusy,
  onChoose,
}: ChoiceButtonsProps) {
  return choices.map(({ choice, text }) => (
    <Button
      key={choice}
      className="h-7 px-2.5"
      disabled={isBusy}
      aria-label={`${caption} ${original}：${text}`}
      onClick={() => onChoose(choice)}
    >
      {text}
    </Button>
  ))
}
