// Made from the OpenAPI document by `npm run sdk`. Do not edit.
import type {
  AiUsage,
  AltTextSuggestion,
  ApiKey,
  ApplyFixesInput,
  Asset,
  AssetUse,
  Block,
  BlockAsset,
  BlockTypeInfo,
  CheckAnswerInput,
  CheckedAnswer,
  CheckLinksInput,
  Course,
  CourseChecks,
  CourseDiff,
  CourseReading,
  CourseTree,
  CreateApiKeyInput,
  CreateAssetInput,
  CreateBlockInput,
  CreateCourseInput,
  CreatedPreviewLink,
  CreateLessonInput,
  CreateModuleInput,
  CreatePreviewLinkInput,
  CreateReleaseInput,
  CreateReleaseResult,
  Deleted,
  DeliveredCourse,
  DeliveredCourseEntry,
  DeliveredLesson,
  DeliveredTree,
  Dismissal,
  DismissFindingInput,
  FixResult,
  GenerateContentInput,
  Generation,
  ImportAssetInput,
  JoinBlocksInput,
  JoinedBlocks,
  Lesson,
  LessonWithLists,
  LinkCheck,
  Module,
  MoveBlockBody,
  MoveLessonBody,
  MoveModuleBody,
  NewApiKey,
  PreviewLink,
  PutCourseTreeInput,
  PutCourseTreeResult,
  Release,
  ReleaseTree,
  ReorderBlocksBody,
  ReorderLessonsBody,
  ReorderModulesBody,
  RestoredContent,
  RestoreReleaseInput,
  RestoreReleaseResult,
  RevokedApiKey,
  RotateApiKeyBody,
  RotatedApiKey,
  SearchHit,
  SplitBlock,
  SplitBlockInput,
  SuggestAltTextInput,
  SuggestTextInput,
  TextSuggestion,
  TrashEntry,
  UpdateApiKeyInput,
  UpdateAssetInput,
  UpdateBlockInput,
  UpdateCourseInput,
  UpdateLessonInput,
  UpdateModuleInput,
  UpdateReleaseInput,
  UpdateWorkspaceInput,
  Usage,
  Viewer,
  Workspace,
} from './api.ts'
import type { List } from './list.ts'
import type { Bytes, ListQuery, Query } from './operation-types.ts'
import type {
  ApiKeyReference,
  BlockReference,
  CourseReference,
  IdReference,
  LessonReference,
  ModuleReference,
  ReleaseReference,
} from './references.ts'
import type { ChangeOptions, RequestOptions, WriteOptions } from './request-options.ts'

/** The HTTP request of each method of the client. */
export const operations = {
  ai: {
    generateContent: { method: 'POST', path: '/ai/generate-content', body: true },
    suggestText: { method: 'POST', path: '/ai/suggest-text', body: true },
    getUsage: { method: 'GET', path: '/ai/usage', query: true },
    suggestAltText: { method: 'POST', path: '/assets/{assetId}/suggest-alt-text', body: true },
  },
  apiKeys: {
    list: { method: 'GET', path: '/api-keys' },
    create: { method: 'POST', path: '/api-keys', body: true },
    update: { method: 'PATCH', path: '/api-keys/{keyId}', body: true },
    revoke: { method: 'DELETE', path: '/api-keys/{keyId}' },
    rotate: { method: 'POST', path: '/api-keys/{keyId}/rotate', body: true },
  },
  blocks: {
    listTypes: { method: 'GET', path: '/block-types' },
    get: { method: 'GET', path: '/blocks/{blockId}' },
    update: { method: 'PATCH', path: '/blocks/{blockId}', body: true, version: 'version' },
    delete: { method: 'DELETE', path: '/blocks/{blockId}', version: 'version' },
    listAssets: { method: 'GET', path: '/blocks/{blockId}/assets' },
    duplicate: { method: 'POST', path: '/blocks/{blockId}/duplicate' },
    join: { method: 'POST', path: '/blocks/{blockId}/join', body: true, version: 'version' },
    move: { method: 'POST', path: '/blocks/{blockId}/move', body: true, version: 'version' },
    split: { method: 'POST', path: '/blocks/{blockId}/split', body: true, version: 'version' },
    list: { method: 'GET', path: '/lessons/{lessonId}/blocks', query: true, list: true },
    create: { method: 'POST', path: '/lessons/{lessonId}/blocks', body: true },
    reorder: { method: 'PUT', path: '/lessons/{lessonId}/blocks/order', body: true, version: 'treeVersion' },
  },
  checks: {
    dismissFinding: { method: 'POST', path: '/courses/{courseId}/dismissals', body: true },
    undismissFinding: { method: 'DELETE', path: '/courses/{courseId}/dismissals/{findingId}' },
    applyFixes: { method: 'POST', path: '/courses/{courseId}/fixes', body: true, version: 'treeVersion' },
    checkLinks: { method: 'POST', path: '/courses/{courseId}/link-checks', body: true },
  },
  courses: {
    list: { method: 'GET', path: '/courses', query: true, list: true },
    create: { method: 'POST', path: '/courses', body: true },
    get: { method: 'GET', path: '/courses/{courseId}' },
    update: { method: 'PATCH', path: '/courses/{courseId}', body: true, version: 'version' },
    delete: { method: 'DELETE', path: '/courses/{courseId}', version: 'version' },
    archive: { method: 'POST', path: '/courses/{courseId}/archive' },
    getChecks: { method: 'GET', path: '/courses/{courseId}/checks', query: true },
    getDiff: { method: 'GET', path: '/courses/{courseId}/diff', query: true },
    duplicate: { method: 'POST', path: '/courses/{courseId}/duplicate' },
    getReading: { method: 'GET', path: '/courses/{courseId}/reading', query: true },
    getTree: { method: 'GET', path: '/courses/{courseId}/tree', query: true },
    putTree: { method: 'PUT', path: '/courses/{courseId}/tree', body: true, version: 'treeVersion' },
    unarchive: { method: 'POST', path: '/courses/{courseId}/unarchive' },
    unpublish: { method: 'POST', path: '/courses/{courseId}/unpublish' },
  },
  delivery: {
    checkAnswer: { method: 'POST', path: '/delivery/{workspace}/blocks/{blockId}/check', body: true },
    listCourses: { method: 'GET', path: '/delivery/{workspace}/courses', query: true, list: true },
    getCourse: { method: 'GET', path: '/delivery/{workspace}/courses/{idOrSlug}' },
    listAssets: { method: 'GET', path: '/delivery/{workspace}/courses/{idOrSlug}/assets', query: true },
    getLesson: { method: 'GET', path: '/delivery/{workspace}/courses/{idOrSlug}/lessons/{lessonId}' },
    getRelease: { method: 'GET', path: '/delivery/{workspace}/courses/{idOrSlug}/releases/{number}' },
    getReleaseLesson: {
      method: 'GET',
      path: '/delivery/{workspace}/courses/{idOrSlug}/releases/{number}/lessons/{lessonId}',
    },
    getReleaseTree: { method: 'GET', path: '/delivery/{workspace}/courses/{idOrSlug}/releases/{number}/tree' },
    getTree: { method: 'GET', path: '/delivery/{workspace}/courses/{idOrSlug}/tree' },
  },
  files: {
    listAssets: { method: 'GET', path: '/assets', query: true, list: true },
    createAsset: { method: 'POST', path: '/assets', body: true },
    uploadAssetContent: { method: 'PUT', path: '/assets/content', body: 'bytes', query: true },
    importAsset: { method: 'POST', path: '/assets/import', body: true },
    getAsset: { method: 'GET', path: '/assets/{assetId}' },
    updateAsset: { method: 'PATCH', path: '/assets/{assetId}', body: true },
    deleteAsset: { method: 'DELETE', path: '/assets/{assetId}' },
    completeAsset: { method: 'POST', path: '/assets/{assetId}/complete' },
    listAssetUses: { method: 'GET', path: '/assets/{assetId}/uses' },
  },
  lessons: {
    get: { method: 'GET', path: '/lessons/{lessonId}', query: true },
    update: { method: 'PATCH', path: '/lessons/{lessonId}', body: true, version: 'version' },
    delete: { method: 'DELETE', path: '/lessons/{lessonId}', version: 'version' },
    duplicate: { method: 'POST', path: '/lessons/{lessonId}/duplicate' },
    move: { method: 'POST', path: '/lessons/{lessonId}/move', body: true, version: 'version' },
    list: { method: 'GET', path: '/modules/{moduleId}/lessons', query: true, list: true },
    create: { method: 'POST', path: '/modules/{moduleId}/lessons', body: true },
    reorder: { method: 'PUT', path: '/modules/{moduleId}/lessons/order', body: true, version: 'treeVersion' },
  },
  modules: {
    list: { method: 'GET', path: '/courses/{courseId}/modules', query: true, list: true },
    create: { method: 'POST', path: '/courses/{courseId}/modules', body: true },
    reorder: { method: 'PUT', path: '/courses/{courseId}/modules/order', body: true, version: 'treeVersion' },
    get: { method: 'GET', path: '/modules/{moduleId}' },
    update: { method: 'PATCH', path: '/modules/{moduleId}', body: true, version: 'version' },
    delete: { method: 'DELETE', path: '/modules/{moduleId}', version: 'version' },
    duplicate: { method: 'POST', path: '/modules/{moduleId}/duplicate' },
    move: { method: 'POST', path: '/modules/{moduleId}/move', body: true, version: 'version' },
  },
  releases: {
    listPreviewLinks: { method: 'GET', path: '/courses/{courseId}/preview-links' },
    createPreviewLink: { method: 'POST', path: '/courses/{courseId}/preview-links', body: true },
    list: { method: 'GET', path: '/courses/{courseId}/releases', query: true, list: true },
    create: { method: 'POST', path: '/courses/{courseId}/releases', body: true, version: 'treeVersion' },
    get: { method: 'GET', path: '/courses/{courseId}/releases/{number}' },
    update: { method: 'PATCH', path: '/courses/{courseId}/releases/{number}', body: true, version: 'version' },
    restore: { method: 'POST', path: '/courses/{courseId}/restore', body: true, version: 'treeVersion' },
    revokePreviewLink: { method: 'DELETE', path: '/preview-links/{previewLinkId}' },
  },
  search: {
    content: { method: 'GET', path: '/search', query: true, list: true },
  },
  trash: {
    list: { method: 'GET', path: '/trash', query: true, list: true },
    deleteEntry: { method: 'DELETE', path: '/trash/{trashId}' },
    restoreEntry: { method: 'POST', path: '/trash/{trashId}/restore' },
  },
  workspace: {
    getViewer: { method: 'GET', path: '/me' },
    getUsage: { method: 'GET', path: '/usage', query: true },
    get: { method: 'GET', path: '/workspace' },
    update: { method: 'PATCH', path: '/workspace', body: true },
  },
} as const

/** The methods of the client, one for each operation of the API. */
export interface Methods {
  ai: {
    /** Generates a lesson, an outline, a quiz or a block with the language model. Mode preview saves nothing. Mode append adds the generated content to a course, module or lesson. If the course is archived, append fails with conflict. Requires the scope `ai:generate`. */
    generateContent(body: GenerateContentInput, options?: WriteOptions): Promise<Generation>
    /** Has the language model rewrite, shorten, simplify or translate a text, or change it as an instruction says. Nothing is saved: updateBlock takes the text. Requires the scope `ai:generate`. */
    suggestText(body: SuggestTextInput, options?: WriteOptions): Promise<TextSuggestion>
    /** The generations and tokens of the workspace, by day and by API key, person or agent. Requires the scope `courses:read`. */
    getUsage(query?: Query<'/ai/usage', 'get'>, options?: RequestOptions): Promise<AiUsage>
    /** Suggests an alternative text for a picture of the workspace: the language model is shown a small copy. Also needs the scope assets:read. Nothing is saved: updateAsset, or the block that shows the picture, takes the text. Requires the scope `ai:generate`. */
    suggestAltText(assetId: IdReference, body: SuggestAltTextInput, options?: WriteOptions): Promise<AltTextSuggestion>
  }
  apiKeys: {
    /** The API keys of the workspace, newest first, including revoked and expired keys. Requires an ID token of the identity provider, not an API key. */
    list(options?: RequestOptions): Promise<ApiKey[]>
    /** Creates an API key. Only this response contains the value of the key. Requires an ID token of the identity provider, not an API key. */
    create(body: CreateApiKeyInput, options?: WriteOptions): Promise<NewApiKey>
    /** Renames an API key or removes scopes from it. The change applies to the next request with the key. Requires an ID token of the identity provider, not an API key. */
    update(keyId: ApiKeyReference, body: UpdateApiKeyInput, options?: WriteOptions): Promise<ApiKey>
    /** Revokes an API key. Every later request with the key is refused. Requires an ID token of the identity provider, not an API key. */
    revoke(keyId: ApiKeyReference, options?: RequestOptions): Promise<RevokedApiKey>
    /** Replaces an API key by a new key with the same name and scopes. The old key stays valid for overlapSeconds. Only this response contains the value of the new key. Requires an ID token of the identity provider, not an API key. */
    rotate(keyId: ApiKeyReference, body: RotateApiKeyBody, options?: WriteOptions): Promise<RotatedApiKey>
  }
  blocks: {
    /** The types of content block. Each type has the JSON Schema of its content, and an example. Requires the scope `courses:read`. */
    listTypes(options?: RequestOptions): Promise<BlockTypeInfo[]>
    /** The block with this identifier. Requires the scope `courses:read`. */
    get(block: BlockReference, options?: RequestOptions): Promise<Block>
    /** Changes a content block. Missing fields stay unchanged. The content is replaced as a whole. Requires the scope `courses:write`. */
    update(block: BlockReference, body: UpdateBlockInput, options?: ChangeOptions): Promise<Block>
    /** Deletes a content block. Requires the scope `courses:delete`. */
    delete(block: BlockReference, options?: ChangeOptions): Promise<Deleted>
    /** The ready files that a block names, with the addresses that show them for an hour. Requires the scope `courses:read`. */
    listAssets(block: BlockReference, options?: RequestOptions): Promise<BlockAsset[]>
    /** Copies a block and puts the copy after the original. Requires the scope `courses:write`. */
    duplicate(block: BlockReference, options?: WriteOptions): Promise<Block>
    /** Joins two text blocks of a lesson: the first gets the text of both, and the other goes to the trash. Requires the scope `courses:write`. */
    join(block: BlockReference, body: JoinBlocksInput, options?: ChangeOptions): Promise<JoinedBlocks>
    /** Moves a block to a lesson of the workspace. Without order, the block comes last. Requires the scope `courses:write`. */
    move(block: BlockReference, body: MoveBlockBody, options?: ChangeOptions): Promise<Block>
    /** Splits a text block: it keeps `text`, and a new block directly after it gets `newText`. Requires the scope `courses:write`. */
    split(block: BlockReference, body: SplitBlockInput, options?: ChangeOptions): Promise<SplitBlock>
    /** One page of the blocks of a lesson, in order. Requires the scope `courses:read`. */
    list(
      lesson: LessonReference,
      query?: ListQuery<'/lessons/{lessonId}/blocks', 'get'>,
      options?: RequestOptions,
    ): List<Block>
    /** Creates a content block in a lesson. Requires the scope `courses:write`. */
    create(lesson: LessonReference, body: CreateBlockInput, options?: WriteOptions): Promise<Block>
    /** Reorders the blocks of a lesson. The argument ids must contain each block exactly once. Requires the scope `courses:write`. */
    reorder(lesson: LessonReference, body: ReorderBlocksBody, options?: ChangeOptions): Promise<Block[]>
  }
  checks: {
    /** Dismisses a finding. By default, the checks do not return dismissed findings. Dismissed findings never prevent a publish. The dismissal ends when the course, module, lesson or block with the problem changes. Requires the scope `courses:write`. */
    dismissFinding(course: CourseReference, body: DismissFindingInput, options?: WriteOptions): Promise<Dismissal>
    /** Deletes the dismissal of a finding. The finding can prevent a publish again. Requires the scope `courses:write`. */
    undismissFinding(course: CourseReference, findingId: string, options?: WriteOptions): Promise<Deleted>
    /** Applies the fixes of findings in one transaction. The result names the findings that were skipped, such as those without a fix, and why. Requires the scope `courses:write`. */
    applyFixes(course: CourseReference, body: ApplyFixesInput, options?: ChangeOptions): Promise<FixResult>
    /** Sends requests to up to 50 links of a course, and reports the links whose page no longer exists. This takes up to 40 seconds. The service checks only links to hosts on the public Internet. Requires the scope `courses:write`. */
    checkLinks(course: CourseReference, body: CheckLinksInput, options?: RequestOptions): Promise<LinkCheck>
  }
  courses: {
    /** One page of the courses of the workspace, the newest first, unless sort or search is set. Requires the scope `courses:read`. */
    list(query?: ListQuery<'/courses', 'get'>, options?: RequestOptions): List<Course>
    /** Creates a course. Requires the scope `courses:write`. */
    create(body: CreateCourseInput, options?: WriteOptions): Promise<Course>
    /** The course with this identifier. Requires the scope `courses:read`. */
    get(course: CourseReference, options?: RequestOptions): Promise<Course>
    /** Changes a course. Missing fields stay unchanged; null clears a field. Requires the scope `courses:write`. */
    update(course: CourseReference, body: UpdateCourseInput, options?: ChangeOptions): Promise<Course>
    /** Deletes a course with its modules, lessons and blocks. They stay in the trash for 30 days. Requires the scope `courses:delete`. */
    delete(course: CourseReference, options?: ChangeOptions): Promise<Deleted>
    /** Archives a course. An archived course is unpublished, lists leave it out by default, and nothing in it can be changed. Its releases are kept. Requires the scope `courses:publish`. */
    archive(course: CourseReference, options?: WriteOptions): Promise<Course>
    /** Runs the checks on the draft or on a release of a course, and returns the errors, warnings and suggestions. Each finding names the course, module, lesson or block with the problem. Requires the scope `courses:read`. */
    getChecks(
      course: CourseReference,
      query?: Query<'/courses/{courseId}/checks', 'get'>,
      options?: RequestOptions,
    ): Promise<CourseChecks>
    /** The differences between two releases of a course, or between a release and the draft. By default, the live release is compared with the draft: what the next publish would change for learners. Requires the scope `courses:read`. */
    getDiff(
      course: CourseReference,
      query?: Query<'/courses/{courseId}/diff', 'get'>,
      options?: RequestOptions,
    ): Promise<CourseDiff>
    /** Copies a course with its modules, lessons and blocks. The copy is a draft whose name ends in " (copy)". Requires the scope `courses:write`. */
    duplicate(course: CourseReference, options?: WriteOptions): Promise<Course>
    /** A course as text of limited length: an outline, the full text for editing, or Markdown for reading. Requires the scope `courses:read`. */
    getReading(
      course: CourseReference,
      query?: Query<'/courses/{courseId}/reading', 'get'>,
      options?: RequestOptions,
    ): Promise<CourseReading>
    /** A course with its modules, lessons and blocks. If depth is outline, blocks is null. The ETag begins with the treeVersion. Requires the scope `courses:read`. */
    getTree(
      course: CourseReference,
      query?: Query<'/courses/{courseId}/tree', 'get'>,
      options?: RequestOptions,
    ): Promise<CourseTree>
    /** Writes a whole course in one transaction. A module, lesson or block with an existing id or key is changed or moved. Without id and key, a module or lesson is found by its name, and a block by its content, under the same parent. Without a match, a new one is created. What the request leaves out is deleted only with prune. Requires the scope `courses:write`. */
    putTree(course: CourseReference, body: PutCourseTreeInput, options?: ChangeOptions): Promise<PutCourseTreeResult>
    /** Takes a course out of the archive. The course has the status draft until it is published again. Requires the scope `courses:publish`. */
    unarchive(course: CourseReference, options?: WriteOptions): Promise<Course>
    /** Ends the live release of a course and cancels the scheduled releases, so that learners no longer see the course. The releases are kept. Requires the scope `courses:publish`. */
    unpublish(course: CourseReference, options?: WriteOptions): Promise<Course>
  }
  delivery: {
    /** Checks a learner's response to a question of a published quiz. Nothing is stored. A public course needs no key. A private course requires the scope `delivery:read`. */
    checkAnswer(
      workspace: string,
      block: BlockReference,
      body: CheckAnswerInput,
      options?: RequestOptions,
    ): Promise<CheckedAnswer>
    /** One page of the published courses of a workspace, the newest first. Callers without an API key get only public courses. A public course needs no key. A private course requires the scope `delivery:read`. */
    listCourses(
      workspace: string,
      query?: ListQuery<'/delivery/{workspace}/courses', 'get'>,
      options?: RequestOptions,
    ): List<DeliveredCourseEntry>
    /** The live release of a course: its fields, modules and lessons, without the content of lessons. A public course needs no key. A private course requires the scope `delivery:read`. */
    getCourse(workspace: string, idOrSlug: string, options?: RequestOptions): Promise<DeliveredCourse>
    /** The ready files that the live release of a course names, with their addresses: those of a lesson, or the cover and the files of the description. Addresses of a public course stay, others change every hour. A public course needs no key. A private course requires the scope `delivery:read`. */
    listAssets(
      workspace: string,
      idOrSlug: string,
      query?: Query<'/delivery/{workspace}/courses/{idOrSlug}/assets', 'get'>,
      options?: RequestOptions,
    ): Promise<BlockAsset[]>
    /** A lesson of the live release of a course, without quiz answers. A public course needs no key. A private course requires the scope `delivery:read`. */
    getLesson(
      workspace: string,
      idOrSlug: string,
      lesson: LessonReference,
      options?: RequestOptions,
    ): Promise<DeliveredLesson>
    /** A numbered release of a course: the fields of the course, its modules and lessons, without the content of lessons. The content of a release never changes. A public course needs no key. A private course requires the scope `delivery:read`. */
    getRelease(workspace: string, idOrSlug: string, number: number, options?: RequestOptions): Promise<DeliveredCourse>
    /** A lesson of a numbered release, without quiz answers. The content of a release never changes. A public course needs no key. A private course requires the scope `delivery:read`. */
    getReleaseLesson(
      workspace: string,
      idOrSlug: string,
      number: number,
      lesson: LessonReference,
      options?: RequestOptions,
    ): Promise<DeliveredLesson>
    /** A numbered release of a course with all its lessons, without quiz answers. A public course needs no key. A private course requires the scope `delivery:read`. */
    getReleaseTree(
      workspace: string,
      idOrSlug: string,
      number: number,
      options?: RequestOptions,
    ): Promise<DeliveredTree>
    /** The live release of a course with all its lessons, without quiz answers. A public course needs no key. A private course requires the scope `delivery:read`. */
    getTree(workspace: string, idOrSlug: string, options?: RequestOptions): Promise<DeliveredTree>
  }
  files: {
    /** One page of the files of the workspace, the newest first. Requires the scope `assets:read`. */
    listAssets(query?: ListQuery<'/assets', 'get'>, options?: RequestOptions): List<Asset>
    /** Begins the upload of a file, and reserves storage for it. Send the bytes to `upload`, then call completeAsset. A file that the workspace already has is returned as it is. Requires the scope `assets:write`. */
    createAsset(body: CreateAssetInput, options?: WriteOptions): Promise<Asset>
    /** Uploads a small file in one request. The file is ready at once. Requires the scope `assets:write`. */
    uploadAssetContent(body: Bytes, query: Query<'/assets/content', 'put'>, options?: RequestOptions): Promise<Asset>
    /** Fetches a file from an address and keeps it. The file is ready at once. Requires the scope `assets:write`. */
    importAsset(body: ImportAssetInput, options?: WriteOptions): Promise<Asset>
    /** A file, with an address that shows it. Requires the scope `assets:read`. */
    getAsset(assetId: IdReference, options?: RequestOptions): Promise<Asset>
    /** Changes the name or the alternative text of a file. Requires the scope `assets:write`. */
    updateAsset(assetId: IdReference, body: UpdateAssetInput, options?: RequestOptions): Promise<Asset>
    /** Deletes a file for good. A file that is used is not deleted. Requires the scope `assets:write`. */
    deleteAsset(assetId: IdReference, options?: RequestOptions): Promise<Deleted>
    /** Completes an upload: checks the size and hash, finds out the type from the bytes, and removes from pictures where and when they were taken. Content that is not allowed is refused. Requires the scope `assets:write`. */
    completeAsset(assetId: IdReference, options?: RequestOptions): Promise<Asset>
    /** The places that use a file, at most 100. Requires the scope `assets:read`. */
    listAssetUses(assetId: IdReference, options?: RequestOptions): Promise<AssetUse[]>
  }
  lessons: {
    /** The lesson with this identifier. Requires the scope `courses:read`. */
    get(
      lesson: LessonReference,
      query?: Query<'/lessons/{lessonId}', 'get'>,
      options?: RequestOptions,
    ): Promise<LessonWithLists>
    /** Changes a lesson. Missing fields stay unchanged; null clears a field. Requires the scope `courses:write`. */
    update(lesson: LessonReference, body: UpdateLessonInput, options?: ChangeOptions): Promise<Lesson>
    /** Deletes a lesson with everything below it. Requires the scope `courses:delete`. */
    delete(lesson: LessonReference, options?: ChangeOptions): Promise<Deleted>
    /** Copies a lesson with its blocks. The copy comes after the original, and its name ends in " (copy)". Requires the scope `courses:write`. */
    duplicate(lesson: LessonReference, options?: WriteOptions): Promise<Lesson>
    /** Moves a lesson with its blocks to a module of the workspace. Without order, the lesson comes last. Requires the scope `courses:write`. */
    move(lesson: LessonReference, body: MoveLessonBody, options?: ChangeOptions): Promise<Lesson>
    /** One page of the lessons of a module, in order. Requires the scope `courses:read`. */
    list(
      module: ModuleReference,
      query?: ListQuery<'/modules/{moduleId}/lessons', 'get'>,
      options?: RequestOptions,
    ): List<Lesson>
    /** Creates a lesson, with its blocks, in a module. Requires the scope `courses:write`. */
    create(module: ModuleReference, body: CreateLessonInput, options?: WriteOptions): Promise<Lesson>
    /** Reorders the lessons of a module. The argument ids must contain each lesson exactly once. Requires the scope `courses:write`. */
    reorder(module: ModuleReference, body: ReorderLessonsBody, options?: ChangeOptions): Promise<Lesson[]>
  }
  modules: {
    /** One page of the modules of a course, in order. Requires the scope `courses:read`. */
    list(
      course: CourseReference,
      query?: ListQuery<'/courses/{courseId}/modules', 'get'>,
      options?: RequestOptions,
    ): List<Module>
    /** Creates a module in a course. Requires the scope `courses:write`. */
    create(course: CourseReference, body: CreateModuleInput, options?: WriteOptions): Promise<Module>
    /** Reorders the modules of a course. The argument ids must contain each module exactly once. Requires the scope `courses:write`. */
    reorder(course: CourseReference, body: ReorderModulesBody, options?: ChangeOptions): Promise<Module[]>
    /** The module with this identifier. Requires the scope `courses:read`. */
    get(module: ModuleReference, options?: RequestOptions): Promise<Module>
    /** Changes a module. Missing fields stay unchanged; null clears a field. Requires the scope `courses:write`. */
    update(module: ModuleReference, body: UpdateModuleInput, options?: ChangeOptions): Promise<Module>
    /** Deletes a module with everything below it. Requires the scope `courses:delete`. */
    delete(module: ModuleReference, options?: ChangeOptions): Promise<Deleted>
    /** Copies a module with everything below it. The copy comes after the original, and its name ends in " (copy)". Requires the scope `courses:write`. */
    duplicate(module: ModuleReference, options?: WriteOptions): Promise<Module>
    /** Moves a module with everything below it to a course of the workspace. Without order, the module comes last. Requires the scope `courses:write`. */
    move(module: ModuleReference, body: MoveModuleBody, options?: ChangeOptions): Promise<Module>
  }
  releases: {
    /** The valid preview links of a course, the newest first. Requires the scope `courses:publish`. */
    listPreviewLinks(course: CourseReference, options?: RequestOptions): Promise<PreviewLink[]>
    /** Creates a link that shows the draft or a release of a course to people without an API key. Requires the scope `courses:publish`. */
    createPreviewLink(
      course: CourseReference,
      body: CreatePreviewLinkInput,
      options?: WriteOptions,
    ): Promise<CreatedPreviewLink>
    /** One page of the releases of a course, the newest first. Requires the scope `courses:read`. */
    list(
      course: CourseReference,
      query?: ListQuery<'/courses/{courseId}/releases', 'get'>,
      options?: RequestOptions,
    ): List<Release>
    /** Publishes a course: stores a copy of the draft as a numbered release, which learners see. If the live release already has the same content, and the request has no schedule, the request returns the live release. Requires the scope `courses:publish`. */
    create(course: CourseReference, body: CreateReleaseInput, options?: ChangeOptions): Promise<CreateReleaseResult>
    /** A release with its modules, lessons and blocks, including the quiz answers. The ETag contains the hash. If the version of the release is higher than 1, the ETag also contains the version. Requires the scope `courses:read`. */
    get(course: CourseReference, number: number, options?: RequestOptions): Promise<ReleaseTree>
    get(release: ReleaseReference, options?: RequestOptions): Promise<ReleaseTree>
    /** Changes the schedule of a release, or pins it. A pinned release is never deleted automatically. The content of a release never changes. Requires the scope `courses:publish`. */
    update(course: CourseReference, number: number, body: UpdateReleaseInput, options?: ChangeOptions): Promise<Release>
    update(release: ReleaseReference, body: UpdateReleaseInput, options?: ChangeOptions): Promise<Release>
    /** Writes the content of a release, or of one lesson of it, to the draft. If the draft changes, its previous content is kept as a release, which the service creates if no release has this content. Deleted modules, lessons and blocks are restored with their ids. If one of them is now in another course, the draft gets a copy with a new id. Learners see no change until the next publish. Requires the scope `courses:publish`. */
    restore(course: CourseReference, body: RestoreReleaseInput, options?: ChangeOptions): Promise<RestoreReleaseResult>
    /** Revokes a preview link. The link stops working at once. Requires the scope `courses:publish`. */
    revokePreviewLink(previewLinkId: IdReference, options?: WriteOptions): Promise<PreviewLink>
  }
  search: {
    /** Searches the modules, lessons and blocks of the workspace. Each result has an excerpt and its path in the course. If nothing matches, the search also finds words that differ from a searched word in one letter. For a few seconds after a very large write, new content can be missing. Requires the scope `courses:read`. */
    content(query: ListQuery<'/search', 'get'>, options?: RequestOptions): List<SearchHit>
  }
  trash: {
    /** One page of what was deleted in the last 30 days, the latest first. Requires the scope `courses:read`. */
    list(query?: ListQuery<'/trash', 'get'>, options?: RequestOptions): List<TrashEntry>
    /** Deletes a trash entry for good. Nothing can restore the entry afterwards. If the entry is a course, its releases are deleted too. Requires the scope `courses:delete`. */
    deleteEntry(trashId: IdReference, options?: WriteOptions): Promise<Deleted>
    /** Takes a course, module, lesson or block out of the trash, with everything below it. All identifiers are the same as before. A module, lesson or block returns to its position after the sibling that preceded it, or to the last position if that sibling is gone. A restored course has the status draft. Requires the scope `courses:write`. */
    restoreEntry(trashId: IdReference, options?: WriteOptions): Promise<RestoredContent>
  }
  workspace: {
    /** The caller, with its key, scopes, workspace, plan and rate limit. Any API key may call this operation. */
    getViewer(options?: RequestOptions): Promise<Viewer>
    /** The numbers of requests and errors of the workspace in a time range, in total and by hour. If a UTC hour overlaps the range, the whole hour counts. Requires the scope `courses:read`. */
    getUsage(query: Query<'/usage', 'get'>, options?: RequestOptions): Promise<Usage>
    /** The caller's workspace with its settings. Requires the scope `courses:read`. */
    get(options?: RequestOptions): Promise<Workspace>
    /** Changes the settings of the caller's workspace. Only a person can change the settings, not an API key. Requires an ID token of the identity provider, not an API key. */
    update(body: UpdateWorkspaceInput, options?: RequestOptions): Promise<Workspace>
  }
}
