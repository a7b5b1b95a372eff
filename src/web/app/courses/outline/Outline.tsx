import { ListTree, Plus } from 'lucide-react'
import { useState } from 'react'
import { Collection } from 'react-aria-components/Collection'
import { Tree } from 'react-aria-components/Tree'
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { Button } from '../../parts/Button.tsx'
import { Card } from '../../parts/Card.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { useDuplicate } from '../details/use-duplicate.ts'
import { useNews } from '../parts/news.tsx'
import { arrange, type OutlineModule } from './arrange.ts'
import style from './Outline.module.css'
import { OutlineDialogs, type Task } from './OutlineDialogs.tsx'
import { LessonRow, ModuleRow } from './OutlineRow.tsx'
import { useArrange } from './use-arrange.ts'

const dragType = (kind: 'module' | 'lesson') => `coursewright-${kind}`

type OutlineProps = { courseId: string; modules: OutlineModule[] }

/** The modules and lessons of a course as a tree, to open, to write on and to put in order. */
export function Outline({ courseId, modules }: OutlineProps) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const [task, setTask] = useState<Task>()
  const { say, region } = useNews()
  const move = useArrange(courseId, modules, say)
  const copy = { module: useDuplicate('module'), lesson: useDuplicate('lesson') }
  const isModule = (id: string) => modules.some((module) => module.id === id)

  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => ({
        [dragType(isModule(String(key)) ? 'module' : 'lesson')]: String(key),
        'text/plain': String(key),
      })),
    getDropOperation: (target, types) => {
      if (target.type !== 'item') return 'cancel'
      const onModule = isModule(String(target.key))
      if (types.has(dragType('module'))) return onModule && target.dropPosition !== 'on' ? 'move' : 'cancel'
      return onModule === (target.dropPosition === 'on') ? 'move' : 'cancel'
    },
    onMove: ({ keys, target }) => {
      const [id] = [...keys].map(String)
      if (id !== undefined) void move(id, { id: String(target.key), at: target.dropPosition })
    },
    renderDropIndicator: (target) => <DropIndicator target={target} className={style.drop!} />,
  })

  const add = (
    <Button icon={<Plus aria-hidden />} onPress={() => setTask({ kind: 'add-module' })}>
      Add module
    </Button>
  )
  const addSmall = (
    <Button small icon={<Plus aria-hidden />} onPress={() => setTask({ kind: 'add-module' })}>
      Add module
    </Button>
  )
  const canMove = (id: string, target: Parameters<typeof arrange>[2] | undefined) =>
    target !== undefined && arrange(modules, id, target) !== undefined
  const row = {
    courseId,
    modules,
    canMove,
    onMove: move,
    onCopy: (kind: keyof typeof copy, id: string) => void copy[kind](id),
    onTask: setTask,
  }
  return (
    <Card title="Outline" actions={modules.length > 0 ? addSmall : undefined} flush>
      {modules.length === 0 ? (
        <Empty icon={<ListTree aria-hidden />} title="No modules yet" action={add}>
          A module is a part of the course that belongs together, such as a week or a topic. Lessons go into it.
        </Empty>
      ) : (
        <Tree
          className={style.tree!}
          aria-label="Modules and lessons"
          items={modules}
          dependencies={[modules]}
          selectionMode="none"
          dragAndDropHooks={dragAndDropHooks}
          expandedKeys={modules.map(({ id }) => id).filter((id) => !collapsed.has(id))}
          onExpandedChange={(keys) => setCollapsed(new Set(modules.map(({ id }) => id).filter((id) => !keys.has(id))))}
        >
          {(module) => (
            <ModuleRow {...row} module={module}>
              <Collection items={module.lessons} dependencies={[modules]}>
                {(lesson) => <LessonRow {...row} module={module} lesson={lesson} />}
              </Collection>
            </ModuleRow>
          )}
        </Tree>
      )}
      {region}
      {task && <OutlineDialogs task={task} courseId={courseId} modules={modules} onClose={() => setTask(undefined)} />}
    </Card>
  )
}
