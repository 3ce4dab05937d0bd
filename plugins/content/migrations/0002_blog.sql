-- Posts of the blog.
CREATE TABLE post (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  title text NOT NULL,
  summary text NOT NULL,
  -- The beginning of the text, for lists: without a summary it is shown in its place.
  beginning text NOT NULL,
  -- { src, alt, width, height }
  cover jsonb,
  author text NOT NULL,
  -- In lower case.
  tags text[] NOT NULL,
  -- Rich text as structure (model/rich-text.ts), never HTML.
  body jsonb NOT NULL,
  seo_title text NOT NULL,
  seo_description text NOT NULL,
  -- False: a draft. A published post is public from publish_from on, which is its date.
  is_published boolean NOT NULL,
  publish_from timestamptz,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (publish_from IS NOT NULL OR NOT is_published)
);
CREATE INDEX post_changed ON post (updated_at DESC, id DESC);
CREATE INDEX post_public ON post (publish_from DESC, id DESC) WHERE is_published;
CREATE INDEX post_tags ON post USING gin (tags) WHERE is_published;
