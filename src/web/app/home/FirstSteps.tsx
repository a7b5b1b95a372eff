import { Check } from 'lucide-react'
import type { StartQuery } from '../generated/operations.ts'
import { ButtonLink } from '../parts/ButtonLink.tsx'
import { Card } from '../parts/Card.tsx'
import style from './Home.module.css'

type Step = { title: string; text: string; href: string; action: string; done: boolean }

type FirstStepsProps = { keys: StartQuery['apiKeys']; courses: number }

/** The way to a working integration, with what is done already. */
export function FirstSteps({ keys, courses }: FirstStepsProps) {
  const live = keys.filter(({ revokedAt }) => revokedAt === null)
  const steps: Step[] = [
    {
      title: 'Create an API key',
      text: 'Your programs send it with each request.',
      href: '/settings/api-keys',
      action: 'API Keys',
      done: live.length > 0,
    },
    {
      title: 'Make a first request',
      text: 'Copy a line for curl, JavaScript, GraphQL or MCP.',
      href: '/connect',
      action: 'Connect',
      done: keys.some(({ lastUsedAt }) => lastUsedAt !== null),
    },
    {
      title: 'Write a course',
      text: 'By API, by hand here, or with the language model.',
      href: '/courses',
      action: 'Courses',
      done: courses > 0,
    },
  ]
  return (
    <Card title="First steps">
      <ol className={style.steps}>
        {steps.map(({ title, text, href, action, done }, index) => (
          <li key={title} className={style.step}>
            <span className={done ? `${style.mark} ${style.done}` : style.mark}>
              {done ? <Check size={16} role="img" aria-label="Done" /> : index + 1}
            </span>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
            <ButtonLink href={href} small>
              {action}
            </ButtonLink>
          </li>
        ))}
      </ol>
    </Card>
  )
}
