# The site's image: web server and node. compose.yaml runs it with Redis and PostgreSQL;
# docs/operations.md, "In containers", tells how.
ARG PYTHON_IMAGE=python:3.11-slim-bookworm

FROM ${PYTHON_IMAGE} AS build
# uWSGI is compiled on installation.
RUN apt-get update \
    && apt-get install -y --no-install-recommends build-essential \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/bridgeviz
RUN python -m venv .venv
COPY requirements.txt requirements-model.txt requirements-site.txt requirements-postgres.txt constraints.txt ./
# PyTorch for processors alone. For GPUs: --build-arg PIP_OPTIONS=
ARG PIP_OPTIONS="--extra-index-url https://download.pytorch.org/whl/cpu"
RUN .venv/bin/pip install --no-cache-dir --disable-pip-version-check ${PIP_OPTIONS} \
    -c constraints.txt -r requirements.txt -r requirements-postgres.txt

FROM ${PYTHON_IMAGE}
RUN useradd --system --uid 10001 --user-group --home-dir /var/lib/bridgeviz --no-create-home bridgeviz \
    && install -d -o bridgeviz -g bridgeviz /var/lib/bridgeviz
WORKDIR /opt/bridgeviz
COPY --from=build /opt/bridgeviz/.venv .venv
COPY LICENSE manage.py ./
COPY deploy/uwsgi.ini deploy/container-web deploy/
COPY locale locale
COPY templates templates
COPY static static
COPY docs/guide docs/guide
COPY bridgeviz bridgeviz
COPY bidding bidding
ENV PATH=/opt/bridgeviz/.venv/bin:$PATH \
    VIRTUAL_ENV=/opt/bridgeviz/.venv \
    PYTHONUNBUFFERED=1 \
    BRIDGEVIZ_HOME=/var/lib/bridgeviz \
    HOST=0.0.0.0 \
    PORT=8000 \
    OMP_NUM_THREADS=1
RUN python -m compileall -q bidding bridgeviz
USER bridgeviz
VOLUME /var/lib/bridgeviz
EXPOSE 8000
CMD ["deploy/container-web"]
