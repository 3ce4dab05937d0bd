CREATE TABLE question (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id integer NOT NULL REFERENCES product ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  text text NOT NULL,
  answer text,
  created_at timestamptz NOT NULL
);
CREATE INDEX question_of_product ON question (product_id, id DESC);
CREATE UNIQUE INDEX open_question_of_customer ON question (product_id, user_id) WHERE answer IS NULL;
