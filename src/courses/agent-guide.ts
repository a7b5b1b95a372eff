import type { McpInstructionsAndPrompts } from '../operations/mcp-prompt.ts'
import { blockTypeNames } from './block/types.ts'

const instructions = `Courses hold modules, modules hold lessons, lessons hold blocks: ${blockTypeNames.join(', ')}.
Find a course with list_courses or search_content, and read it with read_course. Create a whole course, or change much of one, with one call of put_course_tree. The *_content tools change one module, lesson or block. list_block_types says what the content of each type of block looks like. A new course is a draft until it is published.`

const brief = (
  subject: string,
  audience: string,
  length: string,
) => `Design a course and write it with the tools of this server.

Subject: ${subject}
Audience: ${audience}
Length: ${length}

1. Look with list_courses (search) whether there is such a course already; if so, ask before you write another.
2. Say in one sentence each what a learner can do after the course and after each module. Show the plan: modules, lessons, and what each lesson holds. Ask about what the subject, audience or length leave open.
3. Call list_block_types to learn what the content of each type of block looks like.
4. Write the course with one call of put_course_tree without id: its modules with lessons and blocks, each with a short key. A lesson explains one thing in text blocks, shows it in an example (code, image or video where they help; only addresses you know to exist), and ends with a quiz of two to four questions whose answers have an explanation.
5. Read it back with read_course (as: markdown), and mend what is wrong or missing with update_content or put_course_tree.
6. Leave it a draft, and say what a person should look at before it is published.`

/** The MCP instructions for agents, and the MCP prompts that a user can choose. */
export const mcpInstructionsAndPrompts: McpInstructionsAndPrompts = {
  instructions,
  prompts: [
    {
      name: 'design_course',
      title: 'Design a course',
      description: 'Plans a course for an audience and writes the course as a draft, module by module.',
      arguments: [
        { name: 'subject', description: 'What the course is about.', required: true },
        { name: 'audience', description: 'The learners, and what they already know.', required: true },
        { name: 'length', description: 'How long the course may take, such as "3 modules" or "two hours".' },
      ],
      write: ({ subject = '', audience = '', length = 'as long as the subject needs' }) =>
        brief(subject, audience, length),
    },
  ],
}
