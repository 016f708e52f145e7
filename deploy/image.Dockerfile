# The image of an executable that is there already: in an unpacked archive of a release, or a site of `bindery build`, which
# `--build-arg PROGRAM=my-site-server` names.
#
#   docker build -t site -f deploy/image.Dockerfile .
#   docker run --read-only --cap-drop ALL -p 8080:8080 site
#
# Tried with Buildah 1.28: the image answers as user 65532 without capabilities. Debian 12's glibc and libgcc stood in for the base
# image, which the authors could not pull.
#
# glibc is needed: the executable is linked to it.
FROM gcr.io/distroless/cc-debian12:nonroot
ARG PROGRAM=bindery
COPY --chmod=755 ${PROGRAM} /bindery
EXPOSE 8080
ENV BINDERY_HOST=0.0.0.0
# Containers are killed ten seconds after SIGTERM; the drain takes eight.
STOPSIGNAL SIGTERM
# The image has no shell and no curl, so the executable checks its own server.
HEALTHCHECK --interval=30s --timeout=6s --start-period=5s CMD ["/bindery", "health"]
# A user without privileges. It is the default of this image; the line remains correct if the image is replaced.
USER nonroot
ENTRYPOINT ["/bindery", "serve", "--quiet"]
