-- Pages that the merchant writes.
CREATE TABLE page (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  title text NOT NULL,
  -- Rich text as structure (model/rich-text.ts), never HTML.
  body jsonb NOT NULL,
  -- Empty: the title, and the beginning of the text.
  seo_title text NOT NULL,
  seo_description text NOT NULL,
  -- False: a draft. A published page is public from publish_from until publish_until; null is an open end.
  is_published boolean NOT NULL,
  publish_from timestamptz,
  publish_until timestamptz,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (publish_from < publish_until)
);
CREATE INDEX page_newest ON page (updated_at DESC, id DESC);

-- Where addresses without a page lead.
CREATE TABLE redirect (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  from_path text NOT NULL UNIQUE,
  to_path text NOT NULL,
  status smallint NOT NULL CHECK (status IN (301, 302)),
  -- Created when the address of a page changed.
  is_automatic boolean NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (from_path <> to_path)
);
CREATE INDEX redirect_newest ON redirect (updated_at DESC, id DESC);
CREATE INDEX redirect_to ON redirect (to_path);

-- What a merchant composes as a whole: 'home' (the sections of the home page) and 'frame' (menus, footer, announcements).
-- Null in published: the shop's own content is shown.
CREATE TABLE document (
  name text PRIMARY KEY CHECK (name IN ('home', 'frame')),
  draft jsonb,
  published jsonb,
  revision integer NOT NULL DEFAULT 1,
  saved_at timestamptz NOT NULL,
  published_at timestamptz
);

-- Uploaded pictures. A daily job gives back those that nothing shows any more.
CREATE TABLE picture (
  address text PRIMARY KEY,
  width integer NOT NULL,
  height integer NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX picture_created_at ON picture (created_at);
