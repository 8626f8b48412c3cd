"""Addresses of the REST interface, below /api/v1/."""

from __future__ import annotations

from django.urls import path
from rest_framework.views import APIView

from bidding.api.batches.results import BatchResults
from bidding.api.batches.views import BatchDetail, BatchList
from bidding.api.boards import BoardList, FileList
from bidding.api.cards import CardDetail, CardFileDetail, CardFileList, CardList
from bidding.api.practice.boards import (
    BoardSearchList,
    PracticeBoardDetail,
    PracticeBoardList,
    RobotCallList,
    ThemeList,
    TrickDealList,
)
from bidding.api.practice.classes import ClassAnswerList, ClassDetail, ClassList
from bidding.api.practice.tables import (
    PracticeCallList,
    PracticeCard,
    PracticeDealList,
    PracticeHolder,
    PracticeTableDetail,
    PracticeTableList,
)
from bidding.api.questions.views import (
    AnalysisList,
    CardGuessList,
    ExplanationDetail,
    ExplanationList,
    OptionList,
    RefinedList,
    ReviewList,
)
from bidding.api.site import Document
from bidding.api.systems import SystemDetail, SystemListView

# OPTIONS is refused as any other method that does not apply, here and at /healthz; what browsers
# ask about other sites' pages is answered before.
APIView.http_method_names = [name for name in APIView.http_method_names if name != "options"]

urlpatterns = [
    path("explanations", ExplanationList.as_view(), name="explanations"),
    path("explanations/<uuid:explanation_id>", ExplanationDetail.as_view(), name="explanation"),
    path("boards", BoardList.as_view(), name="boards"),
    path("files", FileList.as_view(), name="files"),
    path("refined", RefinedList.as_view(), name="refined"),
    path("options", OptionList.as_view(), name="options"),
    path("analyses", AnalysisList.as_view(), name="analyses"),
    path("reviews", ReviewList.as_view(), name="reviews"),
    path("cards/guess", CardGuessList.as_view(), name="card-guesses"),
    path("practice/themes", ThemeList.as_view(), name="practice-themes"),
    path("practice/boards", PracticeBoardList.as_view(), name="practice-boards"),
    path("practice/boards/<int:board>", PracticeBoardDetail.as_view(), name="practice-board"),
    path("practice/searches", BoardSearchList.as_view(), name="practice-searches"),
    path("practice/tricks", TrickDealList.as_view(), name="practice-tricks"),
    path("practice/calls", RobotCallList.as_view(), name="practice-calls"),
    path("practice/tables", PracticeTableList.as_view(), name="practice-tables"),
    path("practice/tables/<str:token>", PracticeTableDetail.as_view(), name="practice-table"),
    path("practice/tables/<str:token>/calls", PracticeCallList.as_view(), name="table-calls"),
    path("practice/tables/<str:token>/boards", PracticeDealList.as_view(), name="table-boards"),
    path("practice/tables/<str:token>/card", PracticeCard.as_view(), name="table-card"),
    path("practice/tables/<str:token>/holder", PracticeHolder.as_view(), name="table-holder"),
    path("practice/classes", ClassList.as_view(), name="practice-classes"),
    path("practice/classes/<str:token>", ClassDetail.as_view(), name="practice-class"),
    path("practice/classes/<str:token>/answers", ClassAnswerList.as_view(), name="class-answers"),
    path("batches", BatchList.as_view(), name="batches"),
    path("batches/<uuid:batch_id>", BatchDetail.as_view(), name="batch"),
    path("batches/<uuid:batch_id>/results", BatchResults.as_view(), name="batch-results"),
    path("systems", SystemListView.as_view(), name="systems"),
    path("systems/<path:system>", SystemDetail.as_view(), name="system"),
    path("cards", CardList.as_view(), name="cards"),
    path("cards/bbsa", CardFileList.as_view(), name="card-files"),
    path("cards/<str:code>.bbsa", CardFileDetail.as_view(), name="card-file"),
    path("cards/<str:code>", CardDetail.as_view(), name="card"),
    path("schema", Document.as_view(), name="schema"),
]
